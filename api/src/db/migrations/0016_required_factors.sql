CREATE TABLE "role_factors" (
	"role" smallint PRIMARY KEY NOT NULL,
	"required_from" date NOT NULL,
	CONSTRAINT "role_factors_role" CHECK ("role_factors"."role" between 1 and 6)
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "factor_required_from" date;