CREATE TABLE "own_orders" (
	"run_order_id" uuid NOT NULL,
	"driver_id" uuid NOT NULL,
	"assignment_ids" jsonb NOT NULL,
	CONSTRAINT "own_orders_run_order_id_driver_id_pk" PRIMARY KEY("run_order_id","driver_id")
);
--> statement-breakpoint
ALTER TABLE "own_orders" ADD CONSTRAINT "own_orders_run_order_id_runs_run_order_id_fk" FOREIGN KEY ("run_order_id") REFERENCES "public"."runs"("run_order_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_orders" ADD CONSTRAINT "own_orders_driver_id_users_user_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("user_id") ON DELETE no action ON UPDATE no action;