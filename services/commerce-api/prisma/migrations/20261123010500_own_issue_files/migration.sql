-- The magazine's own PDF and EPUB of an issue, where the publication names them.
ALTER TABLE "issue" ADD COLUMN "files" JSONB NOT NULL DEFAULT '{}';
