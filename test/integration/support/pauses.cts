/**
 * No pause of the node takes longer than this here: a wait for a moment looks at the clock again, and
 * ends when it would have ended; the pauses between attempts, which a unit test knows, are not waited for.
 */
const LONGEST_MS = 20;

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const sleep = async (ms: number) => await actual.sleep(Math.min(ms, LONGEST_MS));
	return { ...actual, sleep };
});
