/**
 * Keeps CHANGELOG.md, which people write. `pnpm version` runs it to give what is unreleased its version; with a tag,
 * such as `changelog.cts v1.2.3`, it prints that version's section for the release on GitHub.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { say } from '../harness/steps.cjs';

const UNRELEASED = 'Unreleased';

/**
 * Makes what is unreleased in the CHANGELOG.md of a folder the section of the version that its package.json names.
 * `date` is the day of the release, such as `2099-01-31`. Throws if nothing is unreleased, or the version has a section.
 */
export function addRelease(folder: string, date: string): void {
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	const changelog = readChangelog(folder);
	if (notesIn(changelog, version)) throw new Error(`CHANGELOG.md has a section of ${version}.`);
	if (!notesIn(changelog, UNRELEASED)) {
		throw new Error(`Write in CHANGELOG.md, under “## ${UNRELEASED}”, what ${version} brings.`);
	}
	const released = changelog.replace(
		new RegExp(`^## ${UNRELEASED}$`, 'm'),
		`## ${UNRELEASED}\n\n## ${version} - ${date}`,
	);
	writeFileSync(fileOf(folder), released);
}

/** What CHANGELOG.md says of the version of a tag, without the heading. Throws if it says nothing. */
export function notesOf(folder: string, tag: string): string {
	const notes = notesIn(readChangelog(folder), tag.replace(/^v/, ''));
	if (!notes) throw new Error(`CHANGELOG.md has no section of ${tag}.`);
	return `${notes}\n`;
}

const fileOf = (folder: string) => join(folder, 'CHANGELOG.md');

const readChangelog = (folder: string) => readFileSync(fileOf(folder), 'utf8');

/** The text below the heading of a version; undefined or empty if there is none. */
const notesIn = (changelog: string, version: string) =>
	changelog
		.split(/^## /m)
		.map((section) => /^(\S+).*\n([^]*)$/.exec(section) ?? [])
		.find(([, name]) => name === version)?.[2]
		?.trim();

function main(tag?: string): void {
	// npm runs this in the folder of the package whose version it raises.
	const folder = process.cwd();
	if (tag) say(notesOf(folder, tag).trimEnd());
	else addRelease(folder, new Date().toISOString().slice(0, 10));
}

if (require.main === module) main(process.argv[2]);
