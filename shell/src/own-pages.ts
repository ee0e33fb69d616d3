/** First segments of the shell's own addresses, for the gateway: what is neither these nor an area's is no page. */
export const ownPages = ['auth', 'invitation', 'reflection', 'tmp', 'information', 'account', 'releases', 'development']
