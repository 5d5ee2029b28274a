-- Which session asked for a new address decides nothing.
ALTER TABLE "email_change" DROP COLUMN "session_id";

-- The files of an issue, made when the first reader asks for one: every replica gives out the same bytes, so that a download can go on at another.
CREATE TABLE "issue_file" (
    "publication_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "made" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "issue_file_pkey" PRIMARY KEY ("publication_id","slug","format")
);

-- Compressed already: parts are read without unpacking the whole.
ALTER TABLE "issue_file" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
