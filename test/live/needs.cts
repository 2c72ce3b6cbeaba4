import { CHANGES, type Change } from '../service/releases/history.cjs';
import { sinceOf, type Release } from '../service/releases/release.cjs';
import type { Area, AreaPlan, Skipped } from './types.cjs';

/** What a case cannot do without. */
export type Need = { change: Change } | { route: string } | { setting: string; network: string };

const WRONG_PATHS = 'path|of another ending|ending in capitals';

/** Cases that need something that came with a release, by their names; the first that fits counts. */
const NEEDS: Array<[area: Area, name: RegExp, need: Need]> = [
	['lengths', /^x article/, { setting: 'post_type', network: 'x' }],
	['lengths', /says itself/, { route: 'GET /integration-settings/{id}' }],
	['lengths', /: refused$/, { change: 'contentChecks' }],
	['media', /^x, (draft )?article/, { setting: 'post_type', network: 'x' }],
	['media', /: refused$/, { change: 'contentChecks' }],
	['media', /\bwebp\b/, { change: 'webp' }],
	['drafts', /is scheduled by the service|a draft becomes/, { route: 'PUT /posts/{id}/status' }],
	['changes', /^the call for settings/, { route: 'PUT /posts/{id}/settings' }],
	['deletes', /unknown group/, { route: 'DELETE /posts/group/{group}' }],
	['reading', /^the analytics/, { route: 'GET /analytics/{id}' }],
	['reading', /notifications/, { route: 'GET /notifications' }],
	['uploads', /^tiff/, { change: 'sniffedEndings' }],
	['errors', /^channels of an unknown group/, { change: 'groupFilter' }],
	['errors', /^settings of an unknown channel/, { change: 'unknownChannels' }],
	['errors', /unknown tool|tool of an unknown/, { route: 'POST /integration-trigger/{id}' }],
	['errors', /^missing content/, { route: 'GET /posts/{id}/missing' }],
	['errors', /^analytics of an unknown channel/, { route: 'GET /analytics/{id}' }],
	['errors', /^analytics/, { route: 'GET /analytics/post/{id}' }],
	['errors', /^connect page/, { route: 'GET /social/{provider}' }],
	['errors', /^upload from/, { change: 'publicAddresses' }],
	['errors', new RegExp(`^a post with image (without )?(${WRONG_PATHS})`), { change: 'webp' }],
	['oauth', /^(empty body|client in a Basic header)/, { change: 'optionalSecrets' }],
	['oauth', /: 40[01]$/, { route: 'POST /oauth/token' }],
];

/** Why a release cannot do what is needed; undefined if it can. */
function whyNot(release: Release, need: Need): string | undefined {
	const needs = (since: string | undefined, what: string) =>
		`needs Postiz ${since}, since which ${what}`;
	if ('change' in need)
		return release.has(need.change)
			? undefined
			: needs(sinceOf('changes', need.change), CHANGES[need.change]);
	if ('route' in need)
		return release.missingRoutes.includes(need.route)
			? needs(sinceOf('routes', need.route), `there is ${need.route}`)
			: undefined;
	const { setting, network } = need;
	return release.lacks('settings', setting, network)
		? needs(sinceOf('settings', setting, network), `${network} knows ${setting}`)
		: undefined;
}

/** Why a release cannot show what settings of a network come to; undefined if it knows them all. */
export const whyNotSettings = (
	release: Release,
	network: string,
	settings: object = {},
): string | undefined =>
	Object.keys(settings)
		.map((setting) => whyNot(release, { setting, network }))
		.find(Boolean);

function reasonOf(release: Release, area: Area, name: string): string | undefined {
	const fitting = NEEDS.filter(([own, pattern]) => own === area && pattern.test(name));
	return fitting.map(([, , need]) => whyNot(release, need)).find(Boolean);
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
