-- The distinct pairs of neighbouring characters of a text: what the search of big lists is indexed by.
-- pg_trgm needs three characters; a Japanese word often has two.
CREATE FUNCTION bigrams(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(value, i, 2)), '{}') FROM generate_series(1, char_length(value) - 1) AS i
$$;
