-- Null means that the user ordered it and no program, as far as is known of tasks that were made before.
ALTER TABLE "tasks" ADD COLUMN "token_id" uuid CONSTRAINT "tasks_token_id_api_tokens_token_id_fk" REFERENCES "api_tokens"("token_id");
