-- When an issue is given to readers, and whether somebody wants it to wait. Without a row its day is that of the files, and it is given at once.
CREATE TABLE "release_plan" (
  "publication_id" TEXT NOT NULL,
  "issue" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "held" BOOLEAN NOT NULL DEFAULT false,
  "action" UUID,
  "updated" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "release_plan_pkey" PRIMARY KEY ("publication_id", "issue")
);
