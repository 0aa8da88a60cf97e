-- Any change of an invoice may change the totals of the list.
CREATE TRIGGER invoices_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION public.note_change('invoices');--> statement-breakpoint
ALTER TABLE public.invoices ENABLE ALWAYS TRIGGER invoices_changed;
