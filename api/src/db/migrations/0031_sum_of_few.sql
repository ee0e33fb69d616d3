-- sum() for many groups of a few rows each: its state is the sum itself. That of sum() is made for many rows;
-- fifty thousand groups took twice the time and three times the memory. A bigint stays one, and fails where it overflows.
CREATE AGGREGATE sum_of_few(numeric) (sfunc = numeric_add, stype = numeric, combinefunc = numeric_add, parallel = safe);
--> statement-breakpoint
CREATE AGGREGATE sum_of_few(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
