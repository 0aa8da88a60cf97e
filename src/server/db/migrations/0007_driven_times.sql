CREATE TABLE "driven_gaps" (
	"kind" text NOT NULL,
	"first" text NOT NULL,
	"second" text NOT NULL,
	"gaps" jsonb NOT NULL,
	CONSTRAINT "driven_gaps_kind_first_second_pk" PRIMARY KEY("kind","first","second")
);
--> statement-breakpoint
CREATE TABLE "driven_runs" (
	"run_order_id" uuid PRIMARY KEY NOT NULL,
	"driver_ids" jsonb NOT NULL,
	"is_done" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "driven_runs" ADD CONSTRAINT "driven_runs_run_order_id_runs_run_order_id_fk" FOREIGN KEY ("run_order_id") REFERENCES "public"."runs"("run_order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "driven_gaps_enough" ON "driven_gaps" USING btree ("kind","first","second") WHERE jsonb_array_length("driven_gaps"."gaps") >= 3;