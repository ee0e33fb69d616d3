-- Before version 16, PostgreSQL reads \v as the letter v, which searched forms then lacked.
CREATE OR REPLACE FUNCTION search_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(lower(normalize(value, NFKC)), 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ' || E' \t\n\r\x0b\f-‐‑‒–—―−ー・', 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ')
$$;
--> statement-breakpoint
UPDATE "invitations" SET "email" = "email" WHERE "name_norm" <> search_form("email");
