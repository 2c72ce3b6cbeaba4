/** The parts of the suite, as its table names them. */
export const AREAS = [
	'networks',
	'settings',
	'texts',
	'media',
	'lengths',
	'threads',
	'drafts',
	'changes',
	'deletes',
	'reading',
	'uploads',
	'errors',
	'oauth',
] as const;
export type Area = (typeof AREAS)[number] | 'clean-up';

/** What is wrong with a case, in words; undefined if it holds. */
export type Problem = string | undefined;

/** Cases that are tried together. */
export interface Step {
	/** What each case shows. */
	names: string[];
	/** How many POST /posts it takes if all is as it should be. */
	requests: number;
	/** What came of each case, in the order of the names. What it throws is the problem of them all. */
	run(): Promise<Problem[]>;
}

/** A case that cannot be tried on this instance. */
export interface Skipped {
	name: string;
	reason: string;
}

/** A case that needs a channel of one of these networks, and finds none. */
export const noChannel = (name: string, ...networks: string[]): Skipped => ({
	name,
	reason: `no channel of ${networks.join(', ')}`,
});

/** What an area tries on an instance, and what it cannot try there. */
export type AreaPlan = Array<Step | Skipped>;

/** What came of an area. */
export interface Outcome {
	area: Area;
	passed: number;
	failed: Array<{ name: string; problem: string }>;
	skipped: Skipped[];
}

/** A step of a single case. */
export const single = (name: string, run: () => Promise<Problem>, { requests = 0 } = {}): Step => ({
	names: [name],
	requests,
	run: async () => [await run()],
});
