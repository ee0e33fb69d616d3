-- The form that names are searched in, as `searchForm` of the contract: width, case and kana folded, without spaces,
-- hyphens, long vowels and middle dots. What `translate` has no counterpart for, it drops.
CREATE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(lower(normalize(value, NFKC)), 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ' || E' \t\n\r\v\f-‐‑‒–—―−ー・', 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ')
$$;--> statement-breakpoint
ALTER TABLE "users" drop column "name_norm";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_norm" text GENERATED ALWAYS AS (search_form(name || '|' || coalesce(name_kana, '') || '|' || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" drop column "name_norm";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "name_norm" text GENERATED ALWAYS AS (search_form(email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "security_events" drop column "name_norm";--> statement-breakpoint
ALTER TABLE "security_events" ADD COLUMN "name_norm" text GENERATED ALWAYS AS (search_form(coalesce(actor, '') || '|' || coalesce(address, '') || '|' || coalesce(target, '') || '|' || coalesce(detail, '') || '|' || coalesce(request_id, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "search_text" text GENERATED ALWAYS AS (search_form(name || '|' || coalesce(name_kana, '') || '|' || phone || '|' || coalesce(corporate_number, ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "advertisements" ADD COLUMN "name" text;--> statement-breakpoint
UPDATE "advertisements" SET "name" = coalesce((SELECT ads.name FROM ads WHERE ads.advertiser_account_id = advertisements.advertiser_account_id AND ads.id = advertisements.ad_id), name_norm);--> statement-breakpoint
ALTER TABLE "advertisements" ALTER COLUMN "name" SET NOT NULL;--> statement-breakpoint
-- The rows that stand are made anew after the migrations, in steps (db/refill-searched-names.ts).
DO $$
DECLARE found regclass;
BEGIN
  FOR found IN SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'name_norm' AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  LOOP
    EXECUTE format('COMMENT ON COLUMN %s.name_norm IS %L', found, 'to be made anew');
  END LOOP;
END $$;
