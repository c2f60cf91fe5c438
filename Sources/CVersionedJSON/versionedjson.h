/*
 * libversionedjson: migrates JSON documents from version to version by a plan file, from any language that can call C.
 *
 *     char *error = NULL;
 *     versionedjson_plan *plan = versionedjson_plan_open("plan.json", &error);
 *     const char *documents = "{\"version\": 1, \"total\": 5}";
 *     int64_t offsets[2] = {0, (int64_t)strlen(documents)};
 *     const versionedjson_results *results =
 *         versionedjson_migrate(plan, "2", NULL, documents, offsets, 1, &error);
 *     // results->documents: {"version": 2, "price": 5}
 *     versionedjson_results_free(results);
 *     versionedjson_plan_free(plan);
 *
 * Rules that hold for all calls:
 *
 *   - No call throws an exception, ends the process, or installs a signal handler, whatever the bytes are. Pointers
 *     must be what the call says, and must not be used after they were freed.
 *   - Calls may be made from any threads at once, with one plan too. Nothing is global; a plan never changes.
 *   - What a call returns belongs to the caller, who frees it with the call that is named. NULL may be freed.
 *   - A call that fails returns NULL and, where `error` is not NULL, an error there: text in UTF-8, to be freed with
 *     versionedjson_text_free. A call that succeeds sets it to NULL. An error is a JSON object:
 *
 *         {"code": "absent", "reason": "there is no member \"total\"", "line": 1, "column": 1, "byteOffset": 0,
 *          "path": "/total", "version": "1", "step": "1 → 2", "operation": "rename \"/total\" to \"price\""}
 *
 *     Members of which nothing is known are null. Columns count characters from 1. The words of `reason` may change
 *     from release to release; codes and members stay, and new ones may come.
 *
 * Stability: within one VERSIONEDJSON_ABI, calls and members of structs are added, and none is changed or removed.
 * Structs are made by the library only, so new members at their ends need no new compilation of the caller.
 */
#ifndef VERSIONEDJSON_H
#define VERSIONEDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The binary interface that this header describes. */
#define VERSIONEDJSON_ABI 1

/* The binary interface of the library that is loaded: must be VERSIONEDJSON_ABI. */
int32_t versionedjson_abi(void);

/* A plan that was read and found right. */
typedef struct versionedjson_plan versionedjson_plan;

/*
 * Reads a plan from the text of a plan file; the text is not needed afterwards.
 *
 * Fails with the place and the reason where the text is not a plan. A plan set is not a plan.
 */
versionedjson_plan *versionedjson_plan_read(const void *text, size_t length, char **error);

/* Reads a plan from a plan file. Fails as versionedjson_plan_read, and with "unreadable" where the file is. */
versionedjson_plan *versionedjson_plan_open(const char *path, char **error);

/* Frees a plan. Migrations with it must have ended; results stay. */
void versionedjson_plan_free(versionedjson_plan *plan);

/* What became of a document: values of `outcomes`. */
enum {
    /* It has the target version already, and is returned byte for byte. */
    VERSIONEDJSON_UNCHANGED = 0,
    /* It was migrated. */
    VERSIONEDJSON_MIGRATED = 1,
    /* It could not be migrated: it has an error, and no bytes in `documents`. */
    VERSIONEDJSON_BAD = 2
};

/*
 * What became of the documents of a batch, in their order.
 *
 * Texts of one kind stand one behind the other. That of document `i` begins at `offsets[i]` and ends before
 * `offsets[i + 1]`; there are `count + 1` offsets, and the first one is 0. This is the layout of a large_binary or
 * large_string column of Apache Arrow.
 */
typedef struct versionedjson_results {
    /* How many documents there are, and how many of them are bad. */
    int64_t count;
    int64_t bad;

    /* What became of each document. */
    const uint8_t *outcomes;

    /* The documents in the target version; nothing for one that is bad. */
    const uint8_t *documents;
    const int64_t *document_offsets;

    /*
     * What could not be carried over, as a JSON array in UTF-8; nothing where there are no losses:
     *
     *     [{"path": "/note", "value": "hurry", "reason": "the other version does not have it",
     *       "operation": "remove \"/note\"", "step": "1 → 2", "line": 1, "column": 36}]
     */
    const uint8_t *losses;
    const int64_t *loss_offsets;

    /*
     * Why a document is bad, as a JSON object in UTF-8 with the members of errors; nothing where it is not. Where
     * losses are why, they are in the member "losses".
     */
    const uint8_t *errors;
    const int64_t *error_offsets;

    /*
     * What contradicts the version that a document says, as a JSON object in UTF-8 with the members of errors; nothing
     * where nothing does. Plans that know the shapes of their versions find it.
     */
    const uint8_t *contradictions;
    const int64_t *contradiction_offsets;
} versionedjson_results;

/*
 * Migrates documents to a version: one, or as many as there are; a batch of a hundred costs little per document.
 *
 *   target     the version that the documents are to have
 *   options    NULL, or a JSON object in UTF-8; all members may be left out:
 *                "from"     the version of the documents, where the caller knows it; it wins over what they say
 *                "style"    "version" (default): as the plan says that the version is written; "keep": as the input is
 *                "losses"   "report" (default); "fail": a document that would lose values is bad
 *                "oneLine"  true: each result is one line, as NDJSON needs it; default: false
 *                "partial"  true: documents are parts, such as the body of a PATCH; default: false
 *                "context"  the facts that the plan's operations may read, as `--context` gives them
 *   documents  the documents, one behind the other, as bytes; NULL where all are empty
 *   offsets    where they are: document i begins at offsets[i] and ends before offsets[i + 1]; count + 1 of them,
 *              from 0 on, none smaller than the one before it; NULL where count is 0
 *   count      how many documents there are
 *
 * The result has an entry for each document, bad ones too: one bad document does not stop the others. With "oneLine"
 * the bytes are those that `versioned-json migrate --ndjson` writes; else those of `versioned-json migrate`.
 *
 * Fails as a whole where the target, an option or the offsets are wrong: codes "unknownVersion", "invalidOptions",
 * "invalidOffsets", "invalidArgument".
 */
const versionedjson_results *versionedjson_migrate(
    const versionedjson_plan *plan, const char *target, const char *options, const void *documents,
    const int64_t *offsets, int64_t count, char **error);

/* Frees results. */
void versionedjson_results_free(const versionedjson_results *results);

/* Frees the text of an error. */
void versionedjson_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
