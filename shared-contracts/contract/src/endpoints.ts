import { constantsEndpoints } from './constants.ts'
import { dashboardEndpoints } from './dashboard.ts'
import { deliveryEndpoints } from './delivery.ts'
import { campaignEndpoints } from './entities/campaign.ts'
import { companyEndpoints } from './entities/company.ts'
import { informationEndpoints } from './entities/information.ts'
import { spaceEndpoints } from './entities/space.ts'
import { invitationEndpoints } from './invitation.ts'
import { notificationEndpoints } from './notification.ts'
import { passwordEndpoints } from './password.ts'
import { referenceEndpoints } from './reference.ts'
import { reportEndpoints } from './report.ts'
import { sessionEndpoints } from './session.ts'
import { userEndpoints } from './user.ts'

/** Every call of the API, by group. The API's binding must have a handler for each, or it does not compile. */
export const endpoints = {
  session: sessionEndpoints,
  password: passwordEndpoints,
  invitation: invitationEndpoints,
  user: userEndpoints,
  constants: constantsEndpoints,
  campaign: campaignEndpoints,
  company: companyEndpoints,
  space: spaceEndpoints,
  information: informationEndpoints,
  notification: notificationEndpoints,
  dashboard: dashboardEndpoints,
  advertiser: { select: referenceEndpoints.advertiser },
  agency: { select: referenceEndpoints.agency },
  rep: { select: referenceEndpoints.rep },
  medium: { select: referenceEndpoints.medium },
  publisher_group: { select: referenceEndpoints.publisher_group },
  report: reportEndpoints,
  delivery: deliveryEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointGroup = keyof Endpoints
