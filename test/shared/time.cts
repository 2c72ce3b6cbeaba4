export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

let createdIds = 0;

/** A new ID, which contains when its post was created. */
export const createIdAt = (time: number) =>
	`c${time.toString(36).padStart(8, '0')}${String(createdIds++).padStart(16, '0')}`;
