CREATE TABLE "recovery_codes" (
	"user_id" bigint NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_factors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_factors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"secret" text,
	"last_step" bigint,
	"credential_id" text,
	"public_key" text,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[],
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"added_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "user_factors_kind" CHECK ("user_factors"."kind" in ('passkey', 'totp')),
	CONSTRAINT "user_factors_complete" CHECK (case "user_factors"."kind" when 'totp' then "user_factors"."secret" is not null else "user_factors"."credential_id" is not null and "user_factors"."public_key" is not null end)
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_factors" ADD CONSTRAINT "user_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "used_challenges_by_age" ON "used_challenges" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "user_factors_by_user" ON "user_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_factors_credential" ON "user_factors" USING btree ("credential_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_factors_one_totp" ON "user_factors" USING btree ("user_id") WHERE kind = 'totp' and added_at is not null;