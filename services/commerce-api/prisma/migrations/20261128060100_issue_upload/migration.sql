-- What was uploaded at the desk. Its bytes are in the store of files, under their hash.
CREATE TABLE "file" (
  "publication_id" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "type" TEXT NOT NULL,
  "size" INTEGER NOT NULL,
  "width" INTEGER,
  "height" INTEGER,
  "staff_id" UUID NOT NULL,
  "kept" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "file_pkey" PRIMARY KEY ("publication_id", "hash"),
  CONSTRAINT "file_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$')
);

-- An issue's own file or cover, uploaded at the desk: it goes before that of the publication's folder. One that was replaced stays, for whoever is downloading it.
CREATE TABLE "issue_upload" (
  "publication_id" TEXT NOT NULL,
  "action" UUID NOT NULL,
  "issue" INTEGER NOT NULL,
  "format" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "alt" TEXT NOT NULL DEFAULT '',
  "uploaded" TIMESTAMPTZ(3) NOT NULL,
  "replaced" TIMESTAMPTZ(3),
  CONSTRAINT "issue_upload_pkey" PRIMARY KEY ("publication_id", "action"),
  CONSTRAINT "issue_upload_format_check" CHECK ("format" IN ('pdf', 'epub', 'cover')),
  CONSTRAINT "issue_upload_publication_id_hash_fkey" FOREIGN KEY ("publication_id", "hash") REFERENCES "file" ("publication_id", "hash")
);
CREATE UNIQUE INDEX "issue_upload_now" ON "issue_upload" ("publication_id", "issue", "format") WHERE "replaced" IS NULL;
CREATE INDEX "issue_upload_publication_id_issue_format_idx" ON "issue_upload" ("publication_id", "issue", "format");
CREATE INDEX "issue_upload_publication_id_hash_idx" ON "issue_upload" ("publication_id", "hash");
