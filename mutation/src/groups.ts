/** Source files whose faults must not go unseen, and the tests that judge them. Globs, from the root of the repository. */
export interface Part {
  /** Files whose TypeScript is changed. */
  readonly mutate?: readonly string[]
  /** Files whose SQL, in template literals, is changed. */
  readonly sql?: readonly string[]
  /** Those that notice most in the least time stand first. */
  readonly tests: readonly string[]
  /** The tests need the PostgreSQL of the API's tests. Each mutant then takes seconds, so such a part names few files. */
  readonly database?: true
}

const contract = 'shared-contracts/contract/src'
/** Grouped by their tests: why an ad is served or not, what its order allows, and what is stored of it. */
const serving = {
  blockers: [
    'api/src/serving/{serving,why-not-serving,fulfilment,computed-status,campaign-serving-status,delivered-quantity,whitelist}.ts',
  ],
  terms: ['api/src/serving/terms.ts'],
  stored: ['api/src/serving/{settle-changed-campaigns,statuses-backfill,changed-campaigns}.ts'],
}
const rules = ['api/src/{stored-ad,campaign}/rules.ts']
const credit = ['api/src/order/{credit-room,order-figures}.ts']
const approvals = ['api/src/order/{carry-out,mapping,propose-change}.ts']
const verdicts = ['api/src/resource/write/{check-many,guard}.ts']
const rollUp = ['api/src/delivery/roll-up/*.ts']

export const groups: Readonly<Record<string, readonly Part[]>> = {
  permissions: [
    { mutate: [`${contract}/role/*.ts`], tests: [`${contract}/role/*.test.ts`, `${contract}/contract.test.ts`] },
    { mutate: ['api/src/call/{authorise,may-call}.ts'], tests: ['api/src/call/*.test.ts'] },
  ],
  scope: [
    {
      mutate: ['api/src/db/scope.ts'],
      sql: ['api/src/db/scope.ts'],
      tests: ['api/src/db/scope.test.ts'],
      database: true,
    },
  ],
  money: [
    {
      mutate: [
        'value/{parse-amount,micros,grouped,japan-time}',
        'entities/demand/{order-terms,ad-cost,budget-error,period-error,quantity-error}',
      ].map((file) => `${contract}/${file}.ts`),
      tests: [`${contract}/**/*.test.ts`],
    },
    { mutate: ['api/src/delivery/parse/{decimal,rates}.ts'], tests: ['api/src/delivery/parse/{decimal,rates}.test.ts'] },
    { mutate: credit, sql: credit, tests: ['api/src/order/{credit-room,ad-allows,count-approvals}.test.ts'], database: true },
    {
      mutate: rules,
      sql: rules,
      tests: [
        'api/src/stored-ad/*.test.ts',
        'api/src/campaign/rules.test.ts',
        'api/src/order/count-approvals.test.ts',
        'api/src/ad/ad.test.ts',
      ],
      database: true,
    },
    {
      mutate: approvals,
      sql: approvals,
      tests: ['api/src/order/count-approvals.test.ts', 'api/src/order/*.test.ts'],
      database: true,
    },
    {
      mutate: verdicts,
      sql: verdicts,
      tests: ['api/src/resource/write/{check-many,by-another,action,bulk-action}.test.ts', 'api/src/order/count-approvals.test.ts'],
      database: true,
    },
  ],
  serving: [
    { mutate: [`${contract}/resource/state.ts`], tests: [`${contract}/resource/*.test.ts`, `${contract}/contract.test.ts`] },
    {
      mutate: serving.blockers,
      sql: serving.blockers,
      tests: [
        'api/src/serving/blockers.test.ts',
        'api/src/ad/ad.test.ts',
        'api/src/serving/*.test.ts',
        'api/src/campaign/{campaign,one-status}.test.ts',
      ],
      database: true,
    },
    {
      mutate: serving.terms,
      sql: serving.terms,
      tests: ['api/src/serving/{terms,blockers}.test.ts', 'api/src/order/binding.test.ts', 'api/src/campaign/delivery.test.ts'],
      database: true,
    },
    {
      mutate: serving.stored,
      sql: serving.stored,
      tests: [
        'api/src/serving/settle-changed-campaigns.test.ts',
        'api/src/db/upgrade/backfills.test.ts',
        'api/src/serving/fulfilment.test.ts',
        'api/src/ad/effective-status.test.ts',
      ],
      database: true,
    },
  ],
  'roll-ups': [
    {
      mutate: rollUp,
      sql: rollUp,
      tests: ['api/src/delivery/roll-up/*.test.ts'],
      database: true,
    },
  ],
  registry: [
    {
      mutate: [
        'registry/{change-pointer,layout,registry}.ts',
        '{actions,build,move}/{checks,freeze,history,promote,rollback}.ts',
        'signing/*.ts',
        'health/decide-rollback.ts',
      ].map((file) => `release/src/${file}`),
      tests: ['release/src/{actions,build,health,move,signing}/*.test.ts', 'release/src/registry/{registry,directory-storage}.test.ts'],
    },
  ],
}
