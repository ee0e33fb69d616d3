import { createHmac } from 'node:crypto'
import pg from 'pg'
import { newClient } from '../connect.ts'

/** The superuser of the embedded server. Only the process that starts the server connects as it. */
export const superuser = 'adsite'
/** The role that the site works as. It owns the site's database, and has no other right on the server. */
export const siteRole = 'adsite_site'
export const databaseName = 'adsite'

/** Held while roles and owners are set, since several processes may start at once. */
const setting = 4_207_137_003

/** The password of the site's role. The superuser's password cannot be derived from it. */
export function sitePassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(siteRole).digest('base64url')
}

/**
 * Gives what others own in the site's database to the site's role: everything in databases from before the role existed,
 * and what a superuser restored or created by hand. System objects and those of extensions stay.
 */
const takeOwnership = `
do $$
declare statement text;
begin
  for statement in
    with site as (select oid from pg_roles where rolname = '${siteRole}'),
    own_schemas as (select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
    -- Sequences of columns, row types and array types follow what they belong to.
    objects as (
      select format('schema %I', nspname) as object, nspowner as owner, 'pg_namespace'::regclass as catalog, oid
      from own_schemas where nspname <> 'public'
      union all
      select format('%s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, c.oid::regclass),
        relowner, 'pg_class'::regclass, c.oid
      from pg_class c join own_schemas s on s.oid = relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S')
        and not (relkind = 'S' and exists (
          select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')))
      union all
      select format('routine %s', p.oid::regprocedure), proowner, 'pg_proc'::regclass, p.oid
      from pg_proc p join own_schemas s on s.oid = pronamespace
      union all
      select format('type %s', t.oid::regtype), typowner, 'pg_type'::regclass, t.oid
      from pg_type t join own_schemas s on s.oid = typnamespace
      where typcategory <> 'A' and (typrelid = 0 or exists (select from pg_class where oid = typrelid and relkind = 'c'))
      union all
      select format('statistics %I.%I', nspname, stxname), stxowner, 'pg_statistic_ext'::regclass, x.oid
      from pg_statistic_ext x join own_schemas s on s.oid = stxnamespace
    )
    select format('alter %s owner to ${siteRole}', object)
    from objects, site
    where owner <> site.oid
      and not exists (select from pg_depend d where d.classid = catalog and d.objid = objects.oid and d.deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`

/** Creates the site's role and database where they are missing, and makes the role the owner of all that the database has. */
export async function provideDatabase(administrator: pg.Client, databaseUrl: string, password: string): Promise<void> {
  await administrator.query('select pg_advisory_lock($1)', [setting])
  try {
    const role = await administrator.query('select from pg_roles where rolname = $1', [siteRole])
    if (role.rowCount === 0) await administrator.query(`create role ${siteRole}`)
    // The password is always that of the file, also where the file was replaced.
    await administrator.query(`alter role ${siteRole} login password ${pg.escapeLiteral(password)}`)
    const database = await administrator.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
      [databaseName],
    )
    if (database.rowCount === 0) await administrator.query(`create database ${databaseName} owner ${siteRole}`)
    else if (database.rows[0]?.owner !== siteRole) await administrator.query(`alter database ${databaseName} owner to ${siteRole}`)
    const inside = newClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
    await inside.connect()
    try {
      await inside.query(takeOwnership)
    } finally {
      await inside.end()
    }
  } finally {
    await administrator.query('select pg_advisory_unlock($1)', [setting])
  }
}
