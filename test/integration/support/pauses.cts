/**
 * Where the node pauses, the clock runs ahead: no pause takes longer than this here, and still as
 * much time has passed after it for the node and the service. What a server sends in its header
 * “Date” is the real time.
 */
const LONGEST_MS = 20;

const realNow = Date.now;
let aheadMs = 0;
const readClock = () => realNow() + aheadMs;
Date.now = readClock;
afterAll(() => {
	Date.now = realNow;
});

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const sleep = async (ms: number) => {
		// Tests may set a clock of their own.
		const end = readClock() + ms;
		await actual.sleep(Math.min(ms, LONGEST_MS));
		// Of several pauses at once, the longest counts.
		aheadMs = Math.max(aheadMs, end - realNow());
	};
	return { ...actual, sleep };
});
