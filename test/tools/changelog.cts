/**
 * Keeps CHANGELOG.md. `pnpm version` runs it to add the section of the new version; with a tag, such
 * as `changelog.cts v1.2.3`, it prints that version's section for the release on GitHub.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { say } from '../harness/steps.cjs';
import { releaseNotes } from './releaseNotes.cjs';

/**
 * Adds the section of the version that package.json names to the CHANGELOG.md of a folder, on top of
 * the others. `date` is the day of the release, such as `2099-01-31`. Throws if the version has a section.
 */
export function addRelease(folder: string, date: string): void {
	const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
		version: string;
	};
	const changelog = readChangelog(folder);
	if (findSection(changelog, version)) {
		throw new Error(`CHANGELOG.md has a section of ${version}. Remove it to write it anew.`);
	}
	const [intro, ...sections] = split(changelog);
	const section = `## ${version} - ${date}\n\n${releaseNotes(folder, `v${version}`)}`;
	writeFileSync(fileOf(folder), [intro, section, ...sections].map(endWithNewline).join('\n'));
}

/** What CHANGELOG.md says of the version of a tag, without the heading. Throws if it says nothing. */
export function notesOf(folder: string, tag: string): string {
	const section = findSection(readChangelog(folder), tag.replace(/^v/, ''));
	if (!section) throw new Error(`CHANGELOG.md has no section of ${tag}.`);
	return endWithNewline(section.slice(section.indexOf('\n')).trim());
}

const fileOf = (folder: string) => join(folder, 'CHANGELOG.md');

const readChangelog = (folder: string) => readFileSync(fileOf(folder), 'utf8');

/** The introduction, and the sections of all versions. */
const split = (changelog: string) => changelog.split(/^(?=## )/m);

const findSection = (changelog: string, version: string) =>
	split(changelog).find((section) => section.startsWith(`## ${version} - `));

const endWithNewline = (text: string) => `${text.trimEnd()}\n`;

function main(tag?: string): void {
	// npm runs this in the folder of the package whose version it raises.
	const folder = process.cwd();
	if (tag) say(notesOf(folder, tag).trimEnd());
	else addRelease(folder, new Date().toISOString().slice(0, 10));
}

if (require.main === module) main(process.argv[2]);
