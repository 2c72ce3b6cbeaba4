import { dateOf, toPlannedPost, type CalendarPost } from '../../../calendar/post';
import { plannedReference, type MediaFile } from '../../../media/mediaFile';
import type { Uploads } from '../../../media/uploads';
import { differences } from '../../../publishing/change/differences';
import { unreadable } from '../../../publishing/change/refuseChange';
import type { Change } from '../../../publishing/change/types';
import { carryOver } from '../../../publishing/plan/carryOver';
import type { PlannedItem, PlannedPost } from '../../../publishing/types';
import type { ImageRef } from '../../../transport/types';
import { isSameMinute } from '../../../values/date';
import { sameParts } from '../../../values/postKey';
import { propertiesOf } from '../../../values/read';

interface Tools {
	uploads: Pick<Uploads, 'compareAt'>;
	/** The next free slot of the channel, in UTC. */
	findSlot: () => Promise<string>;
}

/** An existing post as its row wants it: what the row says as before stays as it is in the calendar. */
export async function rowChange(
	there: CalendarPost,
	planned: PlannedPost,
	item: PlannedItem,
	{ uploads, findSlot }: Tools,
): Promise<Change> {
	if (there.parts.length === 0) {
		throw unreadable(there, 'Use Post > Update for what you want to change.');
	}
	const { shared, keeps = [], pastProblem } = item;
	const { tags, inter = 0, shortLink } = shared;
	const before = toPlannedPost(there);
	const same = sameParts(before.key, planned.key);
	const content = {
		// Somebody may have changed it since it was planned.
		post: await reuseFiles(carryOver(planned, before, keeps), before, uploads),
		...(!keeps.includes('tags') && !same.has('rest') && { tags }),
		...(!keeps.includes('inter') && !same.has('rest') && { inter }),
		shortLink,
	};
	const { state, date } = momentOfRow(there, content, item);
	return {
		...content,
		state,
		date: state && shared.type === 'nextSlot' ? await findSlot() : date,
		refusal: pastProblem,
		isChecked: true,
	};
}

/** The state and date that a row changes, if any. A failed post is tried again if anything else changes. */
function momentOfRow(
	there: CalendarPost,
	content: Change,
	{ shared: { type, date }, namesDate }: PlannedItem,
): Pick<Change, 'state' | 'date'> {
	const isSame = sameParts(toPlannedPost(there).key, content.post.key).has('when');
	const isMoved = !isSame && namesDate && !isSameMinute(date, dateOf(there));
	const isOther = !isSame && there.state === (type === 'draft' ? 'QUEUE' : 'DRAFT');
	const isWaiting = there.state === 'QUEUE' && Date.parse(dateOf(there)) > Date.now();
	const isTriedAgain =
		there.state === 'ERROR' && (isMoved || differences(there, content).length > 0);
	const isNew = isOther || isTriedAgain;
	return {
		...(isNew && { state: type === 'draft' ? 'draft' : 'scheduled' }),
		...(isMoved && { date }),
		...(type === 'now' && (isNew || (isWaiting && !isSame)) && { date: new Date().toISOString() }),
	};
}

/** Replaces files that the existing post already has with its own, so that they aren't uploaded again. */
async function reuseFiles(
	post: PlannedPost,
	before: PlannedPost,
	uploads: Tools['uploads'],
): Promise<PlannedPost> {
	const parts = post.parts.map(async (part, index) => {
		const there = before.parts[index]?.files ?? [];
		const files = part.files.map(async (file, fileIndex) => {
			// It is usually in the same place.
			const near = [...there.slice(fileIndex, fileIndex + 1), ...there];
			return await findExisting(file, near, uploads);
		});
		return { ...part, files: await Promise.all(files) };
	});
	const settingFiles: PlannedPost['settingFiles'] = {};
	for (const [name, file] of Object.entries(post.settingFiles)) {
		const { path } = propertiesOf(before.settings[name]);
		if ((await uploads.compareAt(file, String(path))) !== 'same') settingFiles[name] = file;
	}
	return { ...post, parts: await Promise.all(parts), settingFiles };
}

/** Finds the file among existing ones and adds its new details; returns the file itself if it isn't there. */
async function findExisting(
	file: MediaFile,
	there: MediaFile[],
	uploads: Tools['uploads'],
): Promise<MediaFile> {
	if (file.asIs) return file;
	for (const { reference } of there) {
		if (!reference) continue;
		if (file.kind && file.kind !== plannedReference(reference).kind) continue;
		if ((await uploads.compareAt(file, reference.path)) !== 'same') continue;
		const { alt, cover, coverAt } = file;
		const known: ImageRef = {
			...reference,
			...(alt && { alt }),
			...(coverAt !== undefined && { thumbnailTimestamp: coverAt }),
		};
		const isKnownCover =
			cover &&
			reference.thumbnail &&
			(await uploads.compareAt(cover, reference.thumbnail)) === 'same';
		return { ...plannedReference(known), ...(cover && !isKnownCover && { cover }) };
	}
	return file;
}
