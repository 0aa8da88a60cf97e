-- A text as it is sought and sorted by; the same as `folded` in src/domain/texts.ts. It depends on no locale: lower() by "C" knows A to Z.
CREATE FUNCTION public.folded(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  IF octet_length(given) <> char_length(given) THEN
    given := normalize(replace(given, E'\u00b4', ''), NFKD);
    given := regexp_replace(given, '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u02b9-\u02bd\u2018-\u201b\u2032-\u2037\u2010-\u2015\u2043\u2212\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
    -- translate() compares every letter with every one of its list: only what is left of other letters is worth it.
    IF octet_length(given) <> char_length(given) THEN
      given := translate(given, 'ÆÐØÞĐĦŁŒŦẞøđðłħŧı', 'ædoþdhlœtßoddlhti');
      given := replace(replace(replace(replace(given, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    END IF;
    IF octet_length(given) <> char_length(given) THEN
      given := translate(given,
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯς',
        'αβγδεζηθικλμνξοπρστυφχψωђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяσ');
    END IF;
  END IF;
  given := lower(replace(replace(replace(given, '''', ''), '`', ''), '-', '') COLLATE "C");
  RETURN CASE WHEN given ~ '\t|  ' THEN regexp_replace(given, '[\t ]+', ' ', 'g') ELSE given END;
END $$;
--> statement-breakpoint
UPDATE "customers" SET
  "search_text" = public.folded(concat_ws(E'\n',
    "customers"."ref_number"::text, "users"."full_name", "customers"."company", "customers"."address", "suburbs"."label", "users"."email",
    "customers"."mobile_phone", case when "customers"."mobile_phone" like '+61%' then '0' || substr("customers"."mobile_phone", 4) end,
    "customers"."home_phone", case when "customers"."home_phone" like '+61%' then '0' || substr("customers"."home_phone", 4) end)),
  "name_key" = public.folded("users"."full_name")
FROM "users", "suburbs"
WHERE "users"."user_id" = "customers"."customer_id" AND "suburbs"."suburb_id" = "customers"."suburb_id";
