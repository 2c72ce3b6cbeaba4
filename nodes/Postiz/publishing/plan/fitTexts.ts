import { toTextTarget } from '../../text/content';
import { shortenText, splitText, type LimitedTarget, type Piece } from '../../text/longText';
import type { PlannedPart, PlannedPost } from '../types';
import type { OwnLengths } from './ownLengths';

/**
 * The post with texts that fit the limit of its channel, as its `tooLong` says: split or shortened. A
 * post that fits stays as it is, and so does a text that cannot be cut: a network without threads
 * takes no parts (docs/api.md, Lengths, Threads).
 */
export async function fitTexts(post: PlannedPost, lengths: OwnLengths): Promise<PlannedPost> {
	const { tooLong = 'fail' } = post;
	if (tooLong === 'fail') return post;
	const limited = await lengths.apply(post);
	const { target, settings, parts } = limited;
	const { form, count, limits: usual } = toTextTarget(target.provider, settings);
	// An account of unknown size surely takes what all of them take.
	const limit = target.maxLength ?? usual.at(0);
	if (limit === undefined) return limited;
	const text = { form, count, limit };
	if (parts.every((part) => fits(part, text))) return limited;
	if (tooLong === 'shorten') return { ...limited, parts: parts.map((part) => shorten(part, text)) };
	if (target.provider?.ignoresThreads) return limited;
	return { ...limited, parts: tooLong === 'split' ? split(parts, text) : number(parts, text) };
}

const fits = ({ content }: PlannedPart, { count, limit }: LimitedTarget) => count(content) <= limit;

function shorten(part: PlannedPart, target: LimitedTarget): PlannedPart {
	if (fits(part, target) || !part.written) return part;
	return { ...part, content: shortenText(part.written, target) ?? part.content };
}

function split(parts: PlannedPart[], target: LimitedTarget): PlannedPart[] {
	return parts.flatMap((part) => {
		const pieces = fits(part, target) || !part.written ? [] : splitText(part.written, target);
		return toParts(part, pieces?.map((piece) => piece('')) ?? []);
	});
}

/** Splits as well, and ends each part that has a text with its number and how many there are. */
function number(parts: PlannedPart[], target: LimitedTarget): PlannedPart[] {
	// More parts have longer numbers, which leave room for less.
	for (let most = 9; ; most = most * 10 + 9) {
		const found: Array<{ part: PlannedPart; pieces: Piece[] }> = [];
		let total = 0;
		for (const part of parts) {
			const first = total + 1;
			const pieces =
				part.written && splitText(part.written, target, (index) => numberOf(first + index, most));
			found.push({ part, pieces: pieces ?? [] });
			total += Math.max(1, pieces?.length ?? 0);
		}
		if (total > most) continue;
		let place = 0;
		return found.flatMap(({ part, pieces }) => {
			const first = place + 1;
			place += Math.max(1, pieces.length);
			return toParts(
				part,
				pieces.map((piece, index) => piece(numberOf(first + index, total))),
			);
		});
	}
}

const numberOf = (place: number, total: number) => ` (${place}/${total})`;

/** The parts that take the place of one: its files and its delay stay with the first of them. */
function toParts(part: PlannedPart, [first = part.content, ...others]: string[]): PlannedPart[] {
	return [{ ...part, content: first }, ...others.map((content) => ({ content, files: [] }))];
}
