/*
 * Uses libversionedjson as a stranger does, from plain C: `.ci/library` compiles and runs it.
 *
 *     program PLAN FILE    migrates each line of a file to version 2, on several threads at once; prints the results
 */
#include <versionedjson.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 5 };

static versionedjson_plan *plan;
static char *documents;
static int64_t *offsets;
static int64_t count;

static void require(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "C program: %s\n", what);
        exit(1);
    }
}

/* The lines of a file, without their ends. */
static void read_lines(const char *path) {
    FILE *file = fopen(path, "rb");
    require(file != NULL, "the file cannot be opened");
    require(fseek(file, 0, SEEK_END) == 0, "fseek");
    const long size = ftell(file);
    rewind(file);
    documents = malloc((size_t)size + 1);
    offsets = malloc(sizeof(int64_t) * ((size_t)size + 2));
    require(documents != NULL && offsets != NULL, "no memory");
    int64_t used = 0;
    offsets[0] = 0;
    for (int next = getc(file); next != EOF; next = getc(file)) {
        if (next == '\n') offsets[++count] = used;
        else documents[used++] = (char)next;
    }
    fclose(file);
}

static const versionedjson_results *migrate(void) {
    char *error = NULL;
    const versionedjson_results *results =
        versionedjson_migrate(plan, "2", "{\"oneLine\": true}", documents, offsets, count, &error);
    require(results != NULL && error == NULL, "a batch has failed");
    require(results->count == count, "results are missing");
    return results;
}

/* Migrates all over and over, and compares with what the first thread got. */
static void *run(void *argument) {
    const versionedjson_results *wanted = argument;
    for (int round = 0; round < ROUNDS; round++) {
        const versionedjson_results *found = migrate();
        require(memcmp(found->outcomes, wanted->outcomes, (size_t)count) == 0, "outcomes differ between threads");
        require(found->document_offsets[count] == wanted->document_offsets[count] &&
                    memcmp(found->documents, wanted->documents, (size_t)wanted->document_offsets[count]) == 0,
                "documents differ between threads");
        require(found->loss_offsets[count] == wanted->loss_offsets[count], "losses differ between threads");
        require(found->error_offsets[count] == wanted->error_offsets[count], "errors differ between threads");
        versionedjson_results_free(found);
    }
    return NULL;
}

static void refuse_what_is_wrong(void) {
    char *error = NULL;
    require(versionedjson_plan_read("{", 1, &error) == NULL && error != NULL, "a bad plan is no plan");
    require(strstr(error, "\"code\":\"unexpectedEnd\",") != NULL && strstr(error, "\"line\":1,") != NULL, error);
    versionedjson_text_free(error);
    require(versionedjson_plan_open("/no/such/plan", &error) == NULL && error != NULL, "a missing file is no plan");
    require(strstr(error, "\"code\":\"unreadable\",") != NULL, error);
    versionedjson_text_free(error);
    require(versionedjson_migrate(plan, "9", NULL, NULL, NULL, 0, &error) == NULL, "there is no version 9");
    require(strstr(error, "\"code\":\"unknownVersion\",") != NULL, error);
    versionedjson_text_free(error);
    require(versionedjson_migrate(plan, "9", NULL, NULL, NULL, 0, NULL) == NULL, "nobody asks why");
}

int main(int argc, char **argv) {
    require(argc == 3, "PLAN and FILE are missing");
    require(versionedjson_abi() == VERSIONEDJSON_ABI, "the library is of another interface");
    char *error = NULL;
    plan = versionedjson_plan_open(argv[1], &error);
    require(plan != NULL, error);
    refuse_what_is_wrong();
    read_lines(argv[2]);

    const versionedjson_results *results = migrate();
    pthread_t threads[THREADS];
    for (int number = 0; number < THREADS; number++)
        require(pthread_create(&threads[number], NULL, run, (void *)results) == 0, "pthread_create");
    for (int number = 0; number < THREADS; number++) pthread_join(threads[number], NULL);

    /* Results stay when the plan has gone. */
    versionedjson_plan_free(plan);
    for (int64_t number = 0; number < results->count; number++) {
        const int64_t *place = results->document_offsets + number;
        if (results->outcomes[number] == VERSIONEDJSON_BAD) place = NULL;
        if (place != NULL) {
            fwrite(results->documents + place[0], 1, (size_t)(place[1] - place[0]), stdout);
        } else {
            fwrite(documents + offsets[number], 1, (size_t)(offsets[number + 1] - offsets[number]), stdout);
        }
        putchar('\n');
    }
    fprintf(stderr, "%lld documents, %lld bad\n", (long long)results->count, (long long)results->bad);
    versionedjson_results_free(results);
    free(documents);
    free(offsets);
    return 0;
}
