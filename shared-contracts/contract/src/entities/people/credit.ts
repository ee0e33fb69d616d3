import { accountStatuses, type AccountStatus } from './account.ts'
import { creditStatuses, type CreditStatus } from './company.ts'

/** What is possible for an advertiser: new orders, starting ads, delivering what has started. */
export interface Allowance {
  readonly order: boolean
  readonly activate: boolean
  readonly deliver: boolean
}
export type AllowedAct = keyof Allowance

const nothing: Allowance = { order: false, activate: false, deliver: false }
const everything: Allowance = { order: true, activate: true, deliver: true }
const runningOn: Allowance = { ...nothing, deliver: true }

/** Effects of a company's credit (spec/domain "Credit"). Who never had credit has nothing that could run on. */
const byCredit: Readonly<Record<CreditStatus, Allowance>> = {
  UNREVIEWED: nothing,
  APPLIED: nothing,
  REJECTED: nothing,
  ACTIVE: everything,
  // The limit that was approved counts on.
  RAISE_APPLIED: everything,
  ON_HOLD: { order: true, activate: false, deliver: true },
  CREDIT_STOP: runningOn,
  INACTIVE: runningOn,
  BLOCKED: nothing,
}

/** Effects of an account's own status. */
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

/** The states of a company's credit and of an account in which the act is possible; both must hold. */
export function statesAllowing(act: AllowedAct): { credit: CreditStatus[]; account: AccountStatus[] } {
  return {
    credit: creditStatuses.keys.filter((status) => byCredit[status][act]),
    account: accountStatuses.keys.filter((status) => byAccount[status][act]),
  }
}
