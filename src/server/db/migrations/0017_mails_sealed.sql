-- A start looks for the keys of these few links, and read every mail to find them.
CREATE INDEX "mails_sealed" ON "mails" USING btree ("mail_id") WHERE "mails"."sealed_link" is not null;
