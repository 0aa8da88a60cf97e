-- Null means an owner, as every user of the office was before there were roles.
ALTER TABLE "users" ADD COLUMN "office_role" text;
