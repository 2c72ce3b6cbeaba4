import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { NO_FILES_IN_THREAD } from '../../../nodes/Postiz/networks/ruleBuilders';
import { findNetwork, allNetworks } from '../../../nodes/Postiz/networks';
import { getTextRequirements } from '../../../nodes/Postiz/networks/textRequirements';
import type {
	Network as NodeNetwork,
	SettingField,
	Markup,
} from '../../../nodes/Postiz/networks/networkTypes';
import { ROOT } from '../../harness/paths.cjs';
import {
	listRequiredKeys,
	listEffectiveSettings,
	type SettingGroup,
} from '../../networks/settingBuilders.cjs';
import type { Network } from '../../networks/network.cjs';
import { networks } from '../../networks/table.cjs';
import { listProblems } from './listProblems.cjs';

/** Settings of a network that hold these of a form or group. */
type Place = (settings: IDataObject) => IDataObject;

const FORMS: Record<NonNullable<Network['text']> | 'plain', Markup> = {
	plain: 'plain',
	markdown: 'markdown',
	html: 'html',
	mail: 'html',
	telegram: 'telegram',
	tweet: 'x',
};

const getNetwork = (identifier: string) => findNetwork(identifier)!;

/** What is said of one field, such as `is required`; a group of fields stands before it. */
const listProblemsOf = (label: string, problems: string[]) =>
	problems.flatMap((problem) => {
		const [, message = problem] = /^[\w ]+: (.*)/s.exec(problem) ?? [];
		const sentence = problem.startsWith(`${label} `) ? problem : message;
		const rest = sentence.startsWith(`${label} `) ? sentence.slice(label.length + 1) : '';
		// Article Status is another field than Article.
		return /^[a-z]/.test(rest) ? [rest] : [];
	});

const isNeed = (problem: string) => problem.startsWith('is required');

/** Where the node differs from what is written down about these settings. */
function listDifferences(
	network: NodeNetwork,
	written: SettingGroup,
	fields: SettingField[],
	place: Place,
): string[] {
	const found: string[] = [];
	const expected = listEffectiveSettings(written);
	const declared = fields.filter(({ isFormOnly }) => !isFormOnly);
	const joinNames = (list: readonly string[]) => [...list].sort().join(', ');
	if (joinNames(Object.keys(expected)) !== joinNames(declared.map(({ name }) => name))) {
		return [
			`has ${joinNames(declared.map(({ name }) => name))} instead of ${joinNames(Object.keys(expected))}`,
		];
	}
	for (const [name, setting] of Object.entries(expected)) {
		const field = declared.find((candidate) => candidate.name === name)!;
		if (field.displayName !== setting.label) found.push(`${name} is called ${field.displayName}`);
		if (field.channelTool !== setting.channelTool)
			found.push(`${name} is picked by ${field.channelTool}`);
		if (setting.choices) {
			const offered = (field.options as INodePropertyOptions[]).map(({ value }) => String(value));
			if (joinNames(offered) !== joinNames(setting.choices))
				found.push(`${name} offers ${joinNames(offered)}`);
		}
		if (setting.inside) {
			const { isList, ...settings } = setting.inside;
			const placeInside: Place = (inside) =>
				place({ [name]: isList ? [{ value: inside }] : inside } as IDataObject);
			found.push(
				...listDifferences(network, settings, field.nested!.fields, placeInside).map(
					(difference) => `${name}: ${difference}`,
				),
			);
		}
	}
	const needs = listRequiredKeys(written).flatMap((key) => expected[key]?.label ?? []);
	const labels = Object.values(expected).map(({ label }) => label);
	const sometimes = new Set(written.needed?.flatMap(([, missing]) => missing));
	const problems = listProblems(network, place({}));
	const needed = labels
		.filter((label) => !sometimes.has(label))
		.filter((label) => listProblemsOf(label, problems).some(isNeed));
	if (joinNames(needed) !== joinNames(needs)) found.push(`needs ${joinNames(needed) || 'nothing'}`);
	for (const [settings, missing] of written.needed ?? []) {
		const problems = listProblems(network, place(settings as IDataObject));
		const needed = labels.filter(
			(label) => sometimes.has(label) && listProblemsOf(label, problems).some(isNeed),
		);
		if (joinNames(needed) === joinNames(missing)) continue;
		found.push(`${JSON.stringify(settings)} needs ${joinNames(needed) || 'nothing'}`);
	}
	return found;
}

test('every network is in test/networks/table.cts', () => {
	expect(allNetworks.map(({ identifier }) => identifier).sort()).toEqual(
		Object.keys(networks).sort(),
	);
});

describe.each(Object.entries(networks))('%s', (identifier, network) => {
	test('has the name, the limit and the kind of text of the table', () => {
		const {
			displayName,
			aliases,
			onlyDrafts,
			ignoresThreads,
			rules = [],
			...declared
		} = getNetwork(identifier);
		expect({
			name: displayName,
			alias: aliases?.join(),
			max: declared.maxLength ?? Infinity,
			usual: declared.guaranteedMaxLength,
			text: getTextRequirements(getNetwork(identifier), {}).markup,
			count: declared.characterCount,
			onlyDrafts,
			fetches: declared.fetchesFiles,
			drops: ignoresThreads
				? 'laterParts'
				: rules.includes(NO_FILES_IN_THREAD)
					? 'laterMedia'
					: undefined,
		}).toEqual({
			name: network.name,
			alias: network.alias,
			max: network.max,
			usual: network.usual,
			text: FORMS[network.text ?? 'plain'],
			count: network.counts,
			onlyDrafts: network.onlyDrafts,
			fetches: network.fetches,
			drops: network.drops,
		});
	});

	test('has the settings of the table', () => {
		const declared = getNetwork(identifier);
		expect(listDifferences(declared, network, declared.fields, (settings) => settings)).toEqual([]);
	});
});

test('X has limits for every account and for articles in HTML', () => {
	const x = getNetwork('x');
	expect(getTextRequirements(x, { post_type: 'article' })).toMatchObject({
		maxLength: 100_000,
		markup: 'html',
	});
	expect(getTextRequirements(undefined, {}).markup).toBe('plain');
});

const createSubreddits = (...types: string[]) => ({
	subreddit: types.map((type) => ({ value: { type } })),
});
const createCarousel = (isOne: boolean) => ({ post_as_images_carousel: isOne });
/** What follows the files of a post under Adapt: settings, kinds of files, and what becomes of it. */
test.each<{
	identifier: string;
	given: IDataObject;
	kinds: Array<'image' | 'video'>;
	fitting: IDataObject;
}>([
	{
		identifier: 'reddit',
		given: createSubreddits('self', 'link'),
		kinds: ['image'],
		fitting: createSubreddits('media', 'media'),
	},
	{
		identifier: 'reddit',
		given: createSubreddits('media'),
		kinds: [],
		fitting: createSubreddits('self'),
	},
	{
		identifier: 'reddit',
		given: createSubreddits('media', 'self'),
		kinds: ['video'],
		fitting: createSubreddits('media', 'media'),
	},
	{
		identifier: 'reddit',
		given: createSubreddits('link', 'self'),
		kinds: [],
		fitting: createSubreddits('link', 'self'),
	},
	{
		identifier: 'linkedin',
		given: createCarousel(true),
		kinds: ['image'],
		fitting: createCarousel(false),
	},
	{
		identifier: 'linkedin',
		given: createCarousel(true),
		kinds: ['image', 'image'],
		fitting: createCarousel(true),
	},
	{
		identifier: 'linkedin',
		given: createCarousel(true),
		kinds: ['image', 'video'],
		fitting: createCarousel(false),
	},
])(
	'$identifier with $given and $kinds gets the kind that fits: $fitting',
	({ identifier, given, kinds, fitting }) => {
		const follow = (adapts: boolean) =>
			getNetwork(identifier).alignWithFiles!(
				given,
				kinds.map((kind) => ({ kind })),
				{ adapts },
			);
		expect([follow(true), follow(false)]).toEqual([fitting, given]);
	},
);

interface Recorded {
	network: string;
	settings: IDataObject;
	status: number;
	answer?: { message: string[] | string };
}

describe('settings that were sent to a running instance', () => {
	const recorded = readFileSync(join(ROOT, 'test/fixtures/recorded/settings.json'), 'utf8').replace(
		/<(\w) x (\d+)>/g,
		(_match, letter: string, count: string) => letter.repeat(Number(count)),
	);
	const { cases } = JSON.parse(recorded) as { cases: Recorded[] };
	// One sentence is about the post and its files; a list is about settings.
	const rejected = cases.filter(({ answer }) => Array.isArray(answer?.message));
	const taken = cases.filter(({ status }) => status === 201);

	test('are rejected if the instance rejected them', () => {
		const missed = rejected
			.filter(({ network, settings }) => listProblems(getNetwork(network), settings).length === 0)
			.map(({ network, settings }) => `${network}: ${JSON.stringify(settings)}`);
		// What is empty is not sent at all.
		expect(missed).toEqual([
			'tumblr: {"title":""}',
			'gmb: {"callToActionType":"NONE","callToActionUrl":""}',
		]);
		expect(rejected.length).toBeGreaterThan(70);
	});

	test('are accepted if the instance accepted them, unless they make no sense', () => {
		const problems = taken.flatMap(({ network, settings }) =>
			listProblems(getNetwork(network), settings).map((problem) => `${network}: ${problem}`),
		);
		expect(problems).toEqual([
			'x: Made With AI must be true or false, not “false”',
			'instagram-standalone: Collaborators has 4 entries; the maximum is 3',
			'tiktok: Allow Duet must be true or false, not “false”',
			'reddit: Subreddit: Link is required if Post Type is Link',
			expect.stringMatching(/^reddit: Subreddit: Post Type cannot be “poll”\. Allowed: /),
			'discord: Discord Channel must be text, not “5”',
			'mewe: MeWe Group is required if Post To is MeWe Group',
			'devto: Organization must be text, not “5”',
			'gmb: Button Link is required if Button is Book',
			'listmonk: List must be text, not “1”',
		]);
		expect(taken.length).toBeGreaterThan(70);
	});
});

/** As much of a JSON schema as an instance shows of a setting. */
interface Schema {
	properties?: Record<string, Schema>;
	items?: Schema;
	enum?: string[];
	format?: string;
	pattern?: string;
	minLength?: number;
	maxLength?: number;
	maxItems?: number;
	minimum?: number;
	maximum?: number;
}
interface Shown {
	title: string;
	response: { body: { output?: { settings?: string | Schema } } };
}

const ANY_ADDRESS = /^\^\(\|https\?/;

/** Where the declaration of settings has another limit than the schema of an instance. */
function listOtherLimits(fields: SettingField[], schema: Schema, place: string): string[] {
	return fields.flatMap((field): string[] => {
		const { name, type, options = [], typeOptions = {}, nested, pattern } = field;
		const path = `${place}.${name}`;
		const shown = schema.properties?.[name];
		if (field.isFormOnly || !shown) return [];
		if (nested) {
			const inside = shown.items?.properties?.value ?? shown;
			return listOtherLimits(nested.fields, inside, path);
		}
		const values = (options as INodePropertyOptions[]).map(({ value }) => String(value));
		const own = [
			field.minLength ?? 1,
			field.maxLength,
			field.maxItems,
			type === 'number' && [typeOptions.minValue, typeOptions.maxValue],
			type === 'options' && values.sort().join(),
			Boolean(field.isUrl ?? field.acceptsPostLink),
			field.acceptsPostLink ?? false,
		];
		const theirs = [
			shown.minLength ?? 1,
			shown.maxLength,
			shown.maxItems,
			type === 'number' && [shown.minimum, shown.maximum],
			shown.enum ? [...shown.enum].sort().join() : false,
			shown.format === 'url' || ANY_ADDRESS.test(shown.pattern ?? ''),
			shown.format !== 'url' && ANY_ADDRESS.test(shown.pattern ?? ''),
		];
		const isSame = JSON.stringify(own) === JSON.stringify(theirs) || Boolean(pattern);
		return isSame ? [] : [`${path}: ${JSON.stringify(own)}, not ${JSON.stringify(theirs)}`];
	});
}

test('have the limits, choices and URLs that a running instance shows', () => {
	const { cases } = JSON.parse(
		readFileSync(join(ROOT, 'test/fixtures/recorded/reading.json'), 'utf8'),
	) as { cases: Shown[] };
	const schemas = cases.flatMap(({ title, response }) => {
		const [, identifier] = /^settings and tools of (\S+)/.exec(title) ?? [];
		const settings = identifier && response.body.output?.settings;
		return settings && typeof settings === 'object' ? [[identifier, settings] as const] : [];
	});
	expect(schemas.length).toBeGreaterThan(20);
	const others = schemas.flatMap(([identifier, schema]) =>
		listOtherLimits(getNetwork(identifier).fields, schema, identifier),
	);
	// Networks themselves take no longer titles and links, and Instagram three people; Reddit's type is a text; some
	// addresses may, or may not, be of a post.
	expect(others.map((other) => other.split(':')[0])).toEqual([
		'devto.title',
		'instagram.collaborators',
		'instagram-standalone.collaborators',
		'pinterest.link',
		'reddit.subreddit.title',
		'reddit.subreddit.type',
		'reddit.subreddit.url',
		'tumblr.link',
		'tumblr.sourceUrl',
	]);
});
