import { expectTypeOf, test } from 'vitest'
import type { campaign } from '../entities/demand/campaign.ts'
import type { AnyResource } from '../resource/resource.ts'
import type { FilterNameOf, ListFilters, SortOf } from './list-query.ts'

// Checked by the compiler only: `expectTypeOf` does nothing at runtime.
test('filters and sorts of a list are typed by its resource', () => {
  expectTypeOf<FilterNameOf<typeof campaign>>().toEqualTypeOf<
    | ('serving_status' | 'pace_state' | 'advertiser_account_id' | 'agency_account_id' | 'rep_account_id' | 'label_ids' | 'goal')
    | ('pace_rate_min' | 'pace_rate_max' | 'spent_rate_min' | 'spent_rate_max' | 'forecast_min' | 'forecast_max')
    | ('start_at_from' | 'start_at_to' | 'lifetime_budget_min' | 'lifetime_budget_max')
  >()
  expectTypeOf<{ campagin_idd: string }>().not.toExtend<ListFilters<typeof campaign>>()
  expectTypeOf<'-start_at'>().toExtend<SortOf<typeof campaign>>()
  expectTypeOf<'memo'>().not.toExtend<SortOf<typeof campaign>>()
})

test('code for any resource uses any filter', () => {
  expectTypeOf<FilterNameOf<AnyResource>>().toEqualTypeOf<string>()
})
