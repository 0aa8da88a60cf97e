/** "12/2027", as on a card. @param month YYYY-MM */
export const showMonth = (month: string): string => `${month.slice(5, 7)}/${month.slice(0, 4)}`
