import type { MediaFile } from '../../media/mediaFile';
import { type CountRange, type Measure, MEASURES } from '../../networks/measures';
import { describeValues, type Limit } from '../../networks/rules';
import type { Part } from '../desiredPost';
import { measureText } from './partLimits';
import type { PostToValidate } from './postToValidate';

/** Describes how a part violates a limit, such as `503 of 280 characters`. Returns undefined if it doesn't. */
export function describeViolation(
	post: PostToValidate,
	{ content, files }: Part,
	index: number,
	limit: Limit,
): string | undefined {
	const measure: Measure = MEASURES[limit.measure];
	switch (measure.appliesTo) {
		case 'day': {
			const { isMet = () => true } = limit.when ?? {};
			const counts = post.dailyWindows?.map((settings) => settings.filter(isMet).length);
			return index === 0 ? describeCountViolation(limit, counts && Math.max(...counts)) : undefined;
		}
		case 'picture':
		case 'video':
			return describeFileViolation(limit, measure, files, index);
		default: {
			const amount =
				measure.appliesTo === 'text' ? measureText(content, measure, post) : measure.read(files);
			const violation = describeCountViolation(limit, amount);
			return violation && index > 0
				? `part ${index + 1} of the thread has ${violation}`
				: violation;
		}
	}
}

/** Describes a wrong number of characters or files, such as `12 of 10 files in a story`. */
function describeCountViolation(limit: Limit, amount: CountRange | undefined): string | undefined {
	const violation = amount === undefined ? undefined : describeWrongAmount(limit, amount);
	return violation && limit.when ? `${violation} ${limit.when.description}` : violation;
}

function describeWrongAmount(
	{ measure: measureName, min = 0, max = Infinity, onlyWith }: Limit,
	amount: CountRange,
): string | undefined {
	const [least, most] = typeof amount === 'number' ? [amount, amount] : amount;
	const { appliesTo, name, singular = name }: Measure = MEASURES[measureName];
	const isText = appliesTo === 'text';
	const formatAmount = (value: number) => value.toLocaleString('en');
	if (least > max) {
		if (max === 0)
			return isText ? 'a text' : `${formatAmount(least)} ${least === 1 ? singular : name}`;
		const where = onlyWith ? ' with media' : '';
		if (max === 1) return `${formatAmount(least)} ${name}${where} instead of 1`;
		const bound = appliesTo === 'files' ? `${name}${where} instead of at most ${max}` : undefined;
		return `${formatAmount(least)} ${bound ?? `of ${formatAmount(max)} ${name}${where}`}`;
	}
	if (most >= min) return undefined;
	return most > 0
		? `${formatAmount(most)} of at least ${formatAmount(min)} ${name}`
		: `no ${isText ? 'text' : singular}`;
}

/** Describes files that violate a limit, such as `the size of file 2 is 12 MB; the maximum is 8 MB`. */
function describeFileViolation(
	{ min = -Infinity, max = Infinity, oneOf, noneOf, note }: Limit,
	{ appliesTo, name, read, format = String }: Extract<Measure, { appliesTo: 'picture' | 'video' }>,
	files: MediaFile[],
	part: number,
): string | undefined {
	const kind = appliesTo === 'video' ? 'video' : 'image';
	const isWrong = (value: string | number) =>
		typeof value === 'number'
			? value < min || value > max
			: (oneOf && !oneOf.includes(value)) || noneOf?.includes(value);
	const wrong = files.flatMap((file, index): Array<[number, string | number]> => {
		const value = file.kind === kind ? read(file) : undefined;
		return value !== undefined && isWrong(value) ? [[index, value]] : [];
	});
	const [first, ...others] = wrong;
	if (!first) return undefined;
	const [index, value] = first;
	const place = part > 0 ? ` of part ${part + 1}` : '';
	const file = files.length === 1 ? `the ${appliesTo}` : `file ${index + 1}`;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const subject = `the ${name} of ${file}${place}${more}`;
	if (typeof value === 'string') {
		const must = oneOf && !note ? `; it must be ${describeValues(oneOf)}` : '';
		return `${subject} is ${describeValues([value])}${must}`;
	}
	const bound = value > max ? `the maximum is ${format(max)}` : `the minimum is ${format(min)}`;
	return `${subject} is ${format(value)}${note ? '' : `; ${bound}`}`;
}
