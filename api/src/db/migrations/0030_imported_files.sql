CREATE TABLE "imported_files" (
	"account_id" bigint NOT NULL,
	"entity" text NOT NULL,
	"file_hash" text NOT NULL,
	"user_id" bigint,
	"created" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "imported_files_account_id_entity_file_hash_pk" PRIMARY KEY("account_id","entity","file_hash")
);
