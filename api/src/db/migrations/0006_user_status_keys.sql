-- State keys are written in capitals everywhere.
ALTER TYPE "user_status" RENAME VALUE 'invited' TO 'INVITED';--> statement-breakpoint
ALTER TYPE "user_status" RENAME VALUE 'active' TO 'ACTIVE';--> statement-breakpoint
ALTER TYPE "user_status" RENAME VALUE 'suspended' TO 'SUSPENDED';--> statement-breakpoint
ALTER TYPE "user_status" RENAME VALUE 'deleted' TO 'DELETED';
