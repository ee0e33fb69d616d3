import { roleCode, type EndpointBody, type InvitationOffer, type Endpoints, type Text } from '@adsite/contract'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { logChanges } from '../audit/log-changes.ts'
import type { Database } from '../db/connect.ts'
import { accounts, invitations, users } from '../db/schema.ts'
import { RequestError } from '../error/request-error.ts'
import { mailTokenHash } from '../mail/mail-token.ts'
import { notify } from '../notify/notify.ts'
import { isHeldBack } from '../requirement/sign-on-requirement.ts'
import { checkNewPassword } from '../password/new-password.ts'
import { hashPassword } from '../session/password.ts'
import { addMembership } from '../user/memberships.ts'

const inactive: Text = {
  ja: 'このメールアドレスの利用者は停止中か削除済みのため、招待を承認できません。招待した担当者に連絡してください',
  en: 'The user with this e-mail address is suspended or deleted, so the invitation cannot be accepted. Tell whoever invited you.',
}
const registered: Text = {
  ja: 'このメールアドレスはすでに登録されています。画面を読み込み直して、招待を承認してください',
  en: 'This e-mail address is registered already. Reload the page and accept the invitation.',
}
const unregistered: Text = {
  ja: 'このメールアドレスはまだ登録されていません。画面を読み込み直して、登録してください',
  en: 'This e-mail address is not registered yet. Reload the page and register.',
}
const refused = (message: Text) => new RequestError('state_not_allowed', { message })

type OpenInvitation = Awaited<ReturnType<typeof openInvitation>>

/** Finds the invitation of a valid token; `lock` makes concurrent users of the token wait for this transaction. */
export async function openInvitation(db: Database, token: string, lock = false) {
  const hasToken = eq(invitations.token_hash, mailTokenHash(token))
  // A statement of its own: what the next one reads is as it is after the wait.
  if (lock) await db.select({ id: invitations.id }).from(invitations).where(hasToken).for('update')
  const [found] = await db
    .select({
      id: invitations.id,
      email: invitations.email,
      locale: invitations.locale,
      expires_at: invitations.expires_at,
      inviting_account_id: invitations.inviting_account_id,
      account_id: accounts.id,
      account_name: accounts.name,
      kind: accounts.kind,
      held: isHeldBack({ email: invitations.email, user: null, company: accounts.company_id, provider: null }),
    })
    .from(invitations)
    .innerJoin(accounts, and(eq(accounts.id, invitations.account_id), isNull(accounts.deleted_at)))
    .where(and(hasToken, eq(invitations.status, 'SENT'), gt(invitations.expires_at, sql`now()`), isNull(invitations.deleted_at)))
  if (!found) throw new RequestError('token_invalid')
  return found
}

type InvitedUser = Pick<typeof users.$inferSelect, 'status' | 'deleted_at'>
const isActive = ({ status, deleted_at }: InvitedUser) => status === 'ACTIVE' && deleted_at === null

async function invitedUser(db: Database, email: string, lock = false) {
  const query = db
    .select({
      id: users.id,
      name: users.name,
      status: users.status,
      // With a password, or with a provider.
      signsIn: sql<boolean>`(${users.password_hash} is not null or exists (select from sso_identities i where i.user_id = ${users.id}))`,
      deleted_at: users.deleted_at,
    })
    .from(users)
    .where(eq(users.email, email))
  const [user] = await (lock ? query.for('update') : query)
  return user
}

/** Describes the invitation as the contract declares. */
export async function offerOf(db: Database, invitation: OpenInvitation): Promise<InvitationOffer> {
  const user = await invitedUser(db, invitation.email)
  const { email, account_name, kind, expires_at, held } = invitation
  const way = held ? { single_sign_on: true } : {}
  return { email, account_name, role: roleCode(kind), registered: user?.signsIn ?? false, ...way, expires_at: expires_at.toISOString() }
}

/** Accepts the invitation for the user and notifies the account that sent it, in the transaction that locked both. */
async function join(
  transaction: Database,
  invitation: OpenInvitation,
  user: { readonly id: number; readonly name: string },
): Promise<void> {
  const { id, account_id, account_name, inviting_account_id, kind } = invitation
  const user_id = user.id
  const author = { user_id, account_id, source: 'screen' } as const
  await transaction
    .update(invitations)
    .set({
      status: 'ACCEPTED',
      accepted_by: user_id,
      updated_by: user_id,
      version: sql`${invitations.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(eq(invitations.id, id))
  await logChanges(transaction, author, 'invitation', id, 'update', [{ field: 'status', before: 'SENT', after: 'ACCEPTED' }])
  // Also where a group has given the account meanwhile: from now on it does not go with the group.
  await addMembership(transaction, author, { user_id, account_id, role: roleCode(kind), sso_provider_id: null })
  if (inviting_account_id === null) return
  const params = { name: user.name, account: account_name }
  const notice = { kind: 'invitation_accepted', entity: 'invitation', entity_id: id, params, created_by: user_id } as const
  await notify(transaction, notice, eq(accounts.id, inviting_account_id))
}

/** Adds the account to the registered user with the invited address; suspended and deleted users cannot accept. */
export function acceptInvitation(db: Database, token: string): Promise<InvitationOffer> {
  return db.transaction(async (transaction) => {
    const invitation = await openInvitation(transaction, token, true)
    const user = await invitedUser(transaction, invitation.email, true)
    if (!user?.signsIn) throw refused(unregistered)
    if (!isActive(user)) throw refused(inactive)
    await join(transaction, invitation, user)
    return offerOf(transaction, invitation)
  })
}

/** The invitation that may be accepted with a new password. */
async function openToPassword(db: Database, token: string, lock: boolean): Promise<OpenInvitation> {
  const invitation = await openInvitation(db, token, lock)
  if (invitation.held) throw new RequestError('single_sign_on_required')
  return invitation
}

type Registration = EndpointBody<Endpoints['invitation']['register']>

/**
 * Registers the invited address as a user with a password; refused if a user with any status exists, and where single sign-on is
 * required for the account.
 */
export async function registerInvited(db: Database, body: Registration): Promise<{ email: string }> {
  // Checked before the password is hashed, so that invalid tokens are cheap.
  const { email } = await openToPassword(db, body.token, false)
  await checkNewPassword(body, { email, present: null })
  const { name } = body
  const values = { name, name_kana: body.name_kana || null, password_hash: await hashPassword(body.password) }
  return db.transaction(async (transaction) => {
    const invitation = await openToPassword(transaction, body.token, true)
    const { locale } = invitation
    const row = { ...values, locale, status: 'ACTIVE' } as const
    const former = await invitedUser(transaction, email, true)
    // A user created without a password ("invited") becomes active; any other is unchanged.
    const [user] = await transaction
      .insert(users)
      .values({ email, ...row })
      .onConflictDoUpdate({
        target: users.email,
        set: { ...row, version: sql`${users.version} + 1`, updated_at: sql`now()` },
        setWhere: and(eq(users.status, 'INVITED'), isNull(users.password_hash), isNull(users.deleted_at)),
      })
      .returning({ id: users.id })
    if (!user) {
      const known = await invitedUser(transaction, email)
      throw refused(known && isActive(known) ? registered : inactive)
    }
    const author = { user_id: user.id, account_id: invitation.account_id, source: 'screen' } as const
    const after = { email, name, name_kana: values.name_kana, locale }
    const changes = former
      ? [
          { field: 'name', before: former.name, after: name },
          { field: 'status', before: former.status, after: 'ACTIVE' },
        ]
      : [{ field: null, before: null, after }]
    await logChanges(transaction, author, 'user', user.id, former ? 'update' : 'create', changes)
    await join(transaction, invitation, { id: user.id, name })
    return { email }
  })
}
