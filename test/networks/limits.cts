/**
 * Reads limits.csv: what networks and Postiz reject or only note, by measure. The columns `least` and `most` are the
 * last values that are still accepted; a condition says for which posts, and who rejects them when. Rules that do not
 * fit in a row are beside the settings of their networks.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Values } from '../service/schema.cjs';
import { MEASURES, type Bound } from './measures.cjs';
import type { Level, Rule } from './rule.cjs';
import { ARTICLE, createThread, isArticle, isStory, toStory } from './ruleBuilders.cjs';
import { KB, MB, createPicture, type NetworkPost, type Sample } from './samples.cjs';

const LEVELS: { [level in Level]: level } = {
	rejected: 'rejected',
	mayBeAccepted: 'mayBeAccepted',
	noted: 'noted',
};

/** The settings it applies to, and how to turn a sample into such a post. */
interface Condition {
	when?: (settings: Values) => boolean;
	as?: (sample: Sample) => Sample;
	/** The parts it applies to. */
	parts?: [from: number, to?: number];
}

const applySettings =
	(settings: Values) =>
	(sample: Sample): Sample => ({ ...sample, settings });
const CONDITIONS: Record<string, Condition> = {
	post: { parts: [0, 1] },
	thread: {
		parts: [1],
		as: ({ text = 'Tea', files }) => createThread(text, files),
	},
	anyPart: { parts: [0] },
	/** Where nothing rejects it, but it does not arrive. */
	lost: { when: () => false },
	/** What the schema of the settings rejects. */
	schema: { when: () => false },
	story: { when: isStory, as: toStory },
	reel: { when: (settings) => !isStory(settings) },
	trialReel: {
		when: ({ is_trial_reel: isTrial }) => Boolean(isTrial),
		as: applySettings({ post_type: 'post', is_trial_reel: true }),
	},
	audio: {
		when: ({ audio }) => Boolean(audio),
		as: applySettings({ post_type: 'post', audio: { id: '1' } }),
	},
	article: { when: isArticle, as: applySettings(ARTICLE) },
	noArticle: { when: (settings) => !isArticle(settings) },
	carousel: {
		when: ({ post_as_images_carousel: isCarousel }) => Boolean(isCarousel),
		as: applySettings({ post_as_images_carousel: true }),
	},
	media: {
		when: ({ subreddit }) => JSON.stringify(subreddit ?? '').includes('"type":"media"'),
		as: applySettings({ subreddit: [{ value: { type: 'media' } }] }),
	},
	cover: { as: (sample) => ({ ...sample, files: [...(sample.files ?? []), createPicture()] }) },
};

const UNITS: Record<string, number> = { KB, MB };
/** A bound, such as `8MB` or `1/3`. */
function readNumber(cell: string): number | undefined {
	if (cell === '') return undefined;
	const found = /^([\d.]+)(KB|MB)?(?:\/([\d.]+))?$/.exec(cell);
	const [, first, unit = '', divisor = '1'] = found ?? find<string[]>({}, cell);
	return (Number(first) * (UNITS[unit] ?? 1)) / Number(divisor);
}
const isOutside = (value: number | undefined, { min = -Infinity, max = Infinity }: Bound) =>
	value !== undefined && (value < min || value > max);

interface Row {
	networks: string;
	level: Level;
	measure: string;
	bound: Bound;
	conditions: string[];
	answer: string;
}

function readRow(line: string): Row {
	const [networks, level, measure, min, max, conditions, ...answer] = line.split(',');
	return {
		networks,
		level: find(LEVELS, level),
		measure,
		answer: answer.join(','),
		bound: { min: readNumber(min), max: readNumber(max) },
		conditions: conditions.split(' ').filter(Boolean),
	};
}

/** What a word of a row stands for. Throws if the word is unknown. */
function find<T>(table: Record<string, T>, word: string): T {
	if (!Object.hasOwn(table, word)) throw new Error(`limits.csv: there is no “${word}”`);
	return table[word];
}

/** A rule for each end of a row's bound. */
function createRules({ networks, level, measure: name, bound, conditions, answer }: Row): Rule[] {
	const measure = find(MEASURES, name);
	const onArrival = conditions.includes('arrival');
	const found = conditions
		.filter((word) => word !== 'arrival')
		.map((word) => find(CONDITIONS, word));
	const { when, as, parts }: Condition = Object.assign({}, ...found);
	const [from, to] = parts ?? [0, onArrival ? 1 : undefined];
	const createSample = (value: number) => {
		const sample = measure.make(value);
		return as ? as(sample) : sample;
	};
	const breaks = ({ files, texts, settings }: NetworkPost) =>
		(when?.(settings) ?? true) &&
		files
			.slice(from, to)
			.some((own, index) =>
				measure
					.read(own, texts[from + index], from + index, settings)
					.some((value) => isOutside(value, bound)),
			);
	const ends: Array<[number | undefined, number]> = [
		[bound.min, -measure.step],
		[bound.max, measure.step],
	];
	return ends.flatMap(([inside, step]): Rule[] => {
		if (inside === undefined) return [];
		const outside = inside + step;
		const message = measure.say(outside, bound);
		const samples = { inside: createSample(inside), outside: createSample(outside) };
		const enforced = level === 'noted' ? {} : { breaks, onArrival, opens: measure.opens };
		return [{ networks, level, message, ...samples, answer, ...enforced }];
	});
}

/** The rules of a table such as limits.csv, in its order. Throws if it has an unknown word. */
export const readLimits = (csv: string): Rule[] =>
	csv
		.trim()
		.split('\n')
		.slice(1)
		.flatMap((line) => createRules(readRow(line)));

/** The rules of limits.csv, in the order in which Postiz checks them. */
export const limits = readLimits(readFileSync(resolve(__dirname, 'limits.csv'), 'utf8'));
