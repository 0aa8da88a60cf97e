CREATE TABLE "task_items" (
	"task_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"subject_id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	CONSTRAINT "task_items_task_id_place_pk" PRIMARY KEY("task_id","place"),
	CONSTRAINT "task_items_once" UNIQUE("task_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"task_id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"payment" jsonb,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" uuid NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "bill_to_name" text;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "bill_to_email" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "task_items" ADD CONSTRAINT "task_items_task_id_tasks_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("task_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_items" ADD CONSTRAINT "task_items_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("customer_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_created_by_users_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_items_waiting" ON "task_items" USING btree ("task_id","place") WHERE "task_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "task_items_customer" ON "task_items" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "tasks_running" ON "tasks" USING btree ("state");--> statement-breakpoint
CREATE INDEX "tasks_created" ON "tasks" USING btree ("created_at");