import { accountStatuses, type AccountStatus } from './account.ts'
import { creditStatuses, type CreditStatus } from './company.ts'

/** What an advertiser may do: place orders, start ads, and have started ads delivered. */
export interface Allowance {
  readonly order: boolean
  readonly activate: boolean
  readonly deliver: boolean
}
export type AllowedAct = keyof Allowance

const nothing: Allowance = { order: false, activate: false, deliver: false }
const everything: Allowance = { order: true, activate: true, deliver: true }
const runningOn: Allowance = { ...nothing, deliver: true }

/** Effects of a company's credit status (spec/domain "Credit"). A company that never had credit has nothing to deliver. */
const byCredit: Readonly<Record<CreditStatus, Allowance>> = {
  UNREVIEWED: nothing,
  APPLIED: nothing,
  REJECTED: nothing,
  ACTIVE: everything,
  // The approved limit stays in force.
  RAISE_APPLIED: everything,
  ON_HOLD: { order: true, activate: false, deliver: true },
  CREDIT_STOP: runningOn,
  INACTIVE: runningOn,
  BLOCKED: nothing,
}

/** Effects of an account's status. */
const byAccount: Readonly<Record<AccountStatus, Allowance>> = {
  INPROGRESS: nothing,
  SERVING: everything,
  SUSPENDED: nothing,
  ENDED: nothing,
}

export function creditAllows(status: CreditStatus): Allowance {
  return byCredit[status]
}

export function accountAllows(status: AccountStatus): Allowance {
  return byAccount[status]
}

/** The credit states of a company and the states of an account that allow the act; both must allow it. */
export function statesAllowing(act: AllowedAct): { credit: CreditStatus[]; account: AccountStatus[] } {
  return {
    credit: creditStatuses.keys.filter((status) => byCredit[status][act]),
    account: accountStatuses.keys.filter((status) => byAccount[status][act]),
  }
}
