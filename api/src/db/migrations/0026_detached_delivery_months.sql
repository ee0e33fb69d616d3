-- A month counts as there when its table is a partition. One that was detached, or is about to be, may still stand
-- under its name: facts have no place in it, and attaching it again is for whoever took it out to decide.
CREATE FUNCTION "delivery_month_attached"(day date) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
		WHERE inhparent = 'delivery_facts'::regclass AND NOT inhdetachpending
			AND relname = 'delivery_facts_' || to_char(day, 'YYYY_MM'))
$$;
--> statement-breakpoint
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
		IF NOT delivery_month_attached(month) THEN
			PERFORM pg_advisory_xact_lock(hashtext('ensure_delivery_partitions'));
			-- Another call may have made it meanwhile.
			IF NOT delivery_month_attached(month) THEN
				-- The catalog itself: to_regclass answers what it remembers.
				IF EXISTS (SELECT FROM pg_class WHERE relname = partition
					AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = 'delivery_facts'::regclass)) THEN
					RAISE EXCEPTION 'Delivery of % cannot be taken: the table % stands, but is not a partition of delivery_facts. Attach it again, or drop it once it is kept elsewhere (docs/operations/database.md, "Months of delivery").',
						to_char(month, 'YYYY-MM'), partition USING ERRCODE = 'object_not_in_prerequisite_state';
				END IF;
				EXECUTE format('CREATE TABLE %I (LIKE delivery_facts INCLUDING ALL)', partition);
				EXECUTE format('ALTER TABLE delivery_facts ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
					partition, month, (month + interval '1 month')::date);
			END IF;
		END IF;
		month := (month + interval '1 month')::date;
	END LOOP;
END
$$;
