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

-- A replica of the release before knows no plans: what is held is given to nobody by it either.
CREATE FUNCTION release_is_not_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM release_plan p WHERE p.publication_id = NEW.publication_id AND p.issue = NEW.issue AND p.held) THEN
    RAISE EXCEPTION 'issue % is held', NEW.issue USING ERRCODE = 'check_violation', CONSTRAINT = 'release_is_not_held';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER release_is_not_held BEFORE INSERT ON release FOR EACH ROW EXECUTE FUNCTION release_is_not_held();
