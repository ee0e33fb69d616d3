/** In place of antd's algorithm that derives tokens from others: the build has derived them. */
export default {}
