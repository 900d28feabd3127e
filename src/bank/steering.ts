/** Characters that could control a terminal, and those that change the reading direction. */
export const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
