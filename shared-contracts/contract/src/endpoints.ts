import { apiKeyEndpoints } from './session/api-key.ts'
import { constantsEndpoints } from './site/constants.ts'
import { dashboardEndpoints } from './report/dashboard.ts'
import { deliveryEndpoints } from './report/delivery.ts'
import { developmentEndpoints } from './release/development.ts'
import { previewEndpoints } from './release/preview.ts'
import { factorEndpoints } from './session/factor.ts'
import { factorRequirementEndpoints } from './session/factor-requirement.ts'
import { factorResetEndpoints } from './session/factor-reset.ts'
import { invitationRecordEndpoints } from './entities/people/invitation.ts'
import { invitationEndpoints } from './session/invitation.ts'
import { noticeSettingEndpoints } from './site/notice-setting.ts'
import { notificationEndpoints } from './site/notification.ts'
import { ownSessionEndpoints } from './session/own-session.ts'
import { passwordEndpoints } from './session/password.ts'
import { placeEndpoints } from './site/place.ts'
import { referenceEndpoints } from './resource/reference.ts'
import { releaseEndpoints } from './release/release.ts'
import { reportEndpoints } from './report/report.ts'
import { savedViewEndpoints } from './site/saved-view.ts'
import { sessionEndpoints } from './session/session.ts'
import { signInEndpoints } from './session/sign-in.ts'
import { singleSignInEndpoints } from './session/single-sign-in.ts'
import { userEndpoints } from './session/user.ts'
import { viewingEndpoints } from './session/viewing.ts'
import { changeRequestEndpoints, fourEyesEndpoints } from './site/change-request.ts'
import { webhookEndpoints } from './site/webhook.ts'
import { entityEndpoints } from './entities.ts'

/** The calls that are not of an entity. */
const otherEndpoints = {
  session: sessionEndpoints,
  own_session: ownSessionEndpoints,
  api_key: apiKeyEndpoints,
  factor: factorEndpoints,
  factor_requirement: factorRequirementEndpoints,
  factor_reset: factorResetEndpoints,
  sign_in: signInEndpoints,
  single_sign_in: singleSignInEndpoints,
  viewing: viewingEndpoints,
  password: passwordEndpoints,
  invitation: { ...invitationEndpoints, ...invitationRecordEndpoints },
  user: userEndpoints,
  constants: constantsEndpoints,
  place: placeEndpoints,
  shown_creative: { select: referenceEndpoints.shown_creative },
  notification: notificationEndpoints,
  notice_setting: noticeSettingEndpoints,
  saved_view: savedViewEndpoints,
  change_request: changeRequestEndpoints,
  four_eyes: fourEyesEndpoints,
  webhook: webhookEndpoints,
  dashboard: dashboardEndpoints,
  pg: { select: referenceEndpoints.pg },
  account: { select: referenceEndpoints.account },
  release: releaseEndpoints,
  report: reportEndpoints,
  delivery: deliveryEndpoints,
  development: developmentEndpoints,
  preview: previewEndpoints,
}

/**
 * Every call of the API, by group. The API compiles only if it binds a handler for each. The type is written out, because it
 * is too long for declarations as a whole.
 */
export const endpoints: typeof otherEndpoints & typeof entityEndpoints = { ...otherEndpoints, ...entityEndpoints }

export type Endpoints = typeof endpoints
export type EndpointGroup = keyof Endpoints

const isGroup = (name: string): name is EndpointGroup => Object.hasOwn(endpoints, name)
export const endpointGroups: readonly EndpointGroup[] = Object.keys(endpoints).filter(isGroup)
