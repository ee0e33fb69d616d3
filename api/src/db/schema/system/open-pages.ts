import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../people/access.ts'
import { instant, reference } from '../common.ts'

/** The builds that open pages of signed-in users run, as the pages report them; kept for minutes. */
export const openPages = pgTable(
  'open_pages',
  {
    /** Made up by the page; it says nothing about the user or the browser. */
    page: uuid().primaryKey(),
    user_id: reference()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    shell_build: text().notNull(),
    /** The remote of the area that the page shows, and its build; null on pages of the shell. */
    unit: text(),
    build: text(),
    seen_at: instant().notNull(),
  },
  (table) => [index('open_pages_of_user').on(table.user_id, table.seen_at), index('open_pages_by_age').on(table.seen_at)],
)
