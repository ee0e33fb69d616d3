/** SPEC section 2, /ad/order_status. */
export const title = { ja: '申込状況', en: 'Order status' }
