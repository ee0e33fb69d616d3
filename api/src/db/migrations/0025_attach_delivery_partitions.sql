-- A file's rows go into the facts while it is read. Making a table a partition from the start locks the facts against
-- everybody and would wait for every such file; attaching one that stands waits for nobody.
CREATE OR REPLACE FUNCTION "ensure_delivery_partitions"(from_day date, to_day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	month date := date_trunc('month', from_day)::date;
	partition text;
BEGIN
	IF to_day < from_day OR to_day > from_day + 3660 THEN
		RAISE EXCEPTION 'Delivery partitions from % to %: the range must be in order and at most ten years', from_day, to_day;
	END IF;
	WHILE month <= to_day LOOP
		partition := 'delivery_facts_' || to_char(month, 'YYYY_MM');
		IF to_regclass(partition) IS NULL THEN
			PERFORM pg_advisory_xact_lock(hashtext('ensure_delivery_partitions'));
			-- Another call may have made it meanwhile; this one reads the catalog itself, to_regclass what it remembers.
			IF NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
				WHERE inhparent = 'delivery_facts'::regclass AND relname = partition) THEN
				EXECUTE format('CREATE TABLE %I (LIKE delivery_facts INCLUDING ALL)', partition);
				EXECUTE format('ALTER TABLE delivery_facts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
					partition, month, (month + interval '1 month')::date);
			END IF;
		END IF;
		month := (month + interval '1 month')::date;
	END LOOP;
END
$$;
