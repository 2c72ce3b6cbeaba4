import { CHANGES, sinceOf, type Change } from '../service/releases/history.cjs';
import type { Release } from '../service/releases/release.cjs';
import type { Area, AreaPlan, Skipped } from './types.cjs';

/** What a case cannot do without. */
type Need = [kind: 'changes' | 'routes' | 'settings', name: string, network?: string];

/** Cases that need something that came with a release, by their names; the first that fits counts. */
const NEEDS: Array<[area: Area, name: RegExp, ...need: Need]> = [
	['lengths', /^x article/, 'settings', 'post_type', 'x'],
	['lengths', /says itself/, 'routes', 'GET /integration-settings/{id}'],
	['lengths', /: refused$/, 'changes', 'contentChecks'],
	['media', /^x, (draft )?article/, 'settings', 'post_type', 'x'],
	['media', /: refused$/, 'changes', 'contentChecks'],
	['drafts', /is scheduled by the service|a draft becomes/, 'routes', 'PUT /posts/{id}/status'],
	['changes', /^the call for settings/, 'routes', 'PUT /posts/{id}/settings'],
	['deletes', /unknown group/, 'routes', 'DELETE /posts/group/{group}'],
	['reading', /^the analytics/, 'routes', 'GET /analytics/{id}'],
	['reading', /notifications/, 'routes', 'GET /notifications'],
	['uploads', /^(?!no file|JSON).*: refused$/, 'changes', 'uploadChecks'],
	['settings', /^youtube, odd: .*"tags"/, 'changes', 'tagChecks'],
	['uploads', /^tiff/, 'changes', 'sniffedEndings'],
	['errors', /^channels of an unknown group/, 'changes', 'groupFilter'],
	['errors', /^settings of an unknown channel/, 'changes', 'unknownChannels'],
	['errors', /unknown tool|tool of an unknown/, 'routes', 'POST /integration-trigger/{id}'],
	['errors', /^missing content/, 'routes', 'GET /posts/{id}/missing'],
	['errors', /^analytics of an unknown channel/, 'routes', 'GET /analytics/{id}'],
	['errors', /^analytics/, 'routes', 'GET /analytics/post/{id}'],
	['errors', /^connect page/, 'routes', 'GET /social/{provider}'],
	['errors', /^upload from/, 'changes', 'publicAddresses'],
	['oauth', /^(empty body|client in a Basic header)/, 'changes', 'optionalSecrets'],
	['oauth', /: 40[01]$/, 'routes', 'POST /oauth/token'],
];

/** Why a release cannot do what is needed; undefined if it can. */
function whyNot(release: Release, ...[kind, name, network]: Need): string | undefined {
	if (!release.lacks(kind, name, network)) return undefined;
	const what = {
		changes: CHANGES[name as Change]?.[1],
		routes: `there is ${name}`,
		settings: `${network} knows ${name}`,
	}[kind];
	return `needs Postiz ${sinceOf(kind, name, network)}, since which ${what}`;
}

/** Why a release cannot show what settings of a network come to; undefined if it knows them all. */
export const whyNotSettings = (
	release: Release,
	network: string,
	settings: object = {},
): string | undefined =>
	Object.keys(settings)
		.map((setting) => whyNot(release, 'settings', setting, network))
		.find(Boolean);

function reasonOf(release: Release, area: Area, name: string): string | undefined {
	const fitting = NEEDS.filter(([own, pattern]) => own === area && pattern.test(name));
	return fitting.map(([, , ...need]) => whyNot(release, ...need)).find(Boolean);
}

/** A plan without the cases of it that a release cannot do, each of which is skipped. */
export const withoutMissing = (release: Release, area: Area, plan: AreaPlan): AreaPlan =>
	plan.flatMap((step): AreaPlan => {
		if ('reason' in step) return [step];
		const reasons = step.names.map((name) => reasonOf(release, area, name));
		const skipped = step.names.flatMap((name, index): Skipped[] => {
			const reason = reasons[index];
			return reason ? [{ name, reason }] : [];
		});
		const isLeft = (_entry: unknown, index: number) => !reasons[index];
		const names = step.names.filter(isLeft);
		if (skipped.length === 0 || names.length === 0) return skipped.length > 0 ? skipped : [step];
		return [{ ...step, names, run: async () => (await step.run()).filter(isLeft) }, ...skipped];
	});
