import { singleSignOn } from '@adsite/contract'
import { sql } from 'drizzle-orm'
import { ssoProviders } from '../db/schema.ts'
import { companyScope } from '../db/scope.ts'
import { defineMapping } from '../resource/mapping/resource-mapping.ts'

export const singleSignOnMapping = defineMapping({
  resource: singleSignOn,
  table: ssoProviders,
  // For administrators, as companies are.
  scope: companyScope,
  derived: {
    has_secret: sql`(sso_providers.client_secret is not null)`,
    domains: sql`(select string_agg(d.domain, ', ' order by d.domain) from sso_domains d where d.provider_id = sso_providers.id)`,
  },
})
