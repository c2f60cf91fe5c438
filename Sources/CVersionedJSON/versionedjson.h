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
 * Rules for all calls:
 *
 *   - No call throws an exception, ends the process, or installs a signal handler, for any input bytes. Pointers must
 *     be valid as described, and must not be used after they were freed.
 *   - Several threads may call at once, also with the same plan. Nothing is global; a plan never changes.
 *   - The caller owns what a call returns, and frees it with the named call. NULL may be freed.
 *   - A call that fails returns NULL. If `error` is not NULL, it receives an error: text in UTF-8, to be freed with
 *     versionedjson_text_free. A call that succeeds sets it to NULL. An error is a JSON object:
 *
 *         {"code": "absent", "reason": "there is no member \"total\"", "line": 1, "column": 1, "byteOffset": 0,
 *          "path": "/total", "version": "1", "step": "1 → 2", "operation": "rename \"/total\" to \"price\""}
 *
 *     Unknown members are null. Columns count characters from 1. The words of `reason` may change from release to
 *     release. Codes and members stay, and new ones may be added.
 *
 * Stability: within one VERSIONEDJSON_ABI, calls and members of structs are added, but never changed or removed. Only
 * the library creates structs, so callers need not be compiled again for new members at their ends.
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

/* The binary interface of the loaded library. It must be VERSIONEDJSON_ABI. */
int32_t versionedjson_abi(void);

/* A valid plan. */
typedef struct versionedjson_plan versionedjson_plan;

/*
 * Reads a plan from the text of a plan file; the text is not needed afterwards.
 *
 * Fails with the place and the reason if the text is not a plan. A plan set is not a plan.
 */
versionedjson_plan *versionedjson_plan_read(const void *text, size_t length, char **error);

/*
 * Reads a plan from a plan file.
 *
 * Fails like versionedjson_plan_read, and with "unreadable", and the name of the file, if that is.
 */
versionedjson_plan *versionedjson_plan_open(const char *path, char **error);

/*
 * Reads a plan set from a plan-set file, for documents of one entity. The result is used and freed like a plan. Its
 * versions are those of the API. The plans of the set are read from its folder.
 *
 * Fails like versionedjson_plan_open, and with "unknownEntity" for an entity that is not in the set. A mistake in a
 * plan of the set names the file of that plan. The call was added within VERSIONEDJSON_ABI 1.
 */
versionedjson_plan *versionedjson_plan_set_open(const char *path, const char *entity, char **error);

/* Frees a plan. All migrations with it must have ended. Results stay valid. */
void versionedjson_plan_free(versionedjson_plan *plan);

/* The result of a document: values of `outcomes`. */
enum {
    /* It already has the target version, or no step has changed it: it is returned byte for byte; with "oneLine", on
       one line in UTF-8. */
    VERSIONEDJSON_UNCHANGED = 0,
    /* It was migrated. */
    VERSIONEDJSON_MIGRATED = 1,
    /* It could not be migrated: it has an error, and no bytes in `documents`. */
    VERSIONEDJSON_BAD = 2
};

/*
 * The results of a batch, in the order of the documents.
 *
 * Texts of one kind follow each other. The text of document `i` begins at `offsets[i]` and ends before
 * `offsets[i + 1]`; there are `count + 1` offsets, and the first one is 0. This is the layout of a large_binary or
 * large_string column of Apache Arrow.
 */
typedef struct versionedjson_results {
    /* The number of documents, and of bad ones. */
    int64_t count;
    int64_t bad;

    /* The result of each document. */
    const uint8_t *outcomes;

    /* The documents in the target version; empty for a bad one. */
    const uint8_t *documents;
    const int64_t *document_offsets;

    /*
     * The losses, as a JSON array in UTF-8; empty if there are none:
     *
     *     [{"path": "/note", "value": "hurry", "reason": "the other version does not have it",
     *       "operation": "remove \"/note\"", "step": "1 → 2", "line": 1, "column": 36}]
     */
    const uint8_t *losses;
    const int64_t *loss_offsets;

    /*
     * Why a document is bad, as a JSON object in UTF-8 with the members of errors; empty if it is not bad. If losses
     * are the reason, they are in the member "losses".
     */
    const uint8_t *errors;
    const int64_t *error_offsets;

    /*
     * A contradiction to the version that a document names, as a JSON object in UTF-8 with the members of errors and
     * the code "contradiction"; empty if there is none. Plans that declare the shapes of their versions find
     * contradictions.
     */
    const uint8_t *contradictions;
    const int64_t *contradiction_offsets;
} versionedjson_results;

/*
 * Migrates one or many documents to a version. In a batch of a hundred, the overhead of a document is small.
 *
 *   target     the target version
 *   options    NULL, or a JSON object in UTF-8; all members are optional:
 *                "from"     the version of the documents, if the caller knows it; it wins over the one that they name
 *                "style"    "version" (default): the style that the plan declares; "keep": the style of the input
 *                "losses"   "report" (default); "fail": a document that would lose values is bad; "carry" is refused
 *                "oneLine"  true: each result is one line in UTF-8, as for NDJSON, also that of a document which
 *                           already has the target version; default: false
 *                "partial"  true: documents are partial, such as the body of a PATCH; default: false
 *                "context"  the facts that the plan's operations can read, as with `--context`
 *   documents  the bytes of the documents, one after the other; NULL if all are empty
 *   offsets    document i begins at offsets[i] and ends before offsets[i + 1]; there are count + 1 offsets, none is
 *              negative, and none is smaller than the one before it; NULL if count is 0. The first one need not be 0:
 *              the offsets of a slice of an Arrow column will do
 *   count      the number of documents
 *
 * The result has an entry for each document, also for bad ones: one bad document does not stop the others. With
 * "oneLine" the bytes of each line are those of `versioned-json migrate --ndjson`, otherwise those of `versioned-json
 * migrate`.
 *
 * Fails as a whole if the target, an option or the offsets are wrong: codes "unknownVersion", "invalidOptions",
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
