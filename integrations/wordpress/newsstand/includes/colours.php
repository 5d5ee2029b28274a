<?php
// Widgets have the colours of the theme, where its theme.json names some that can be read on each other.

declare(strict_types=1);

namespace Newsstand;

defined('ABSPATH') || exit;

/** What the tokens that no theme names are on a light page, and on a dark one (packages/ui): they must be read on the theme's paper, too. */
const OURS = [
    'light' => ['#5d5850', '#a8201a', '#24613b', '#7a4b00'],
    'dark' => ['#b3aca0', '#ff9d92', '#93d6a8', '#f0c274'],
];
/** WCAG: for words, and for words that are read for long. */
const READABLE = 4.5;
const GOOD = 7.0;

/** Our tokens by the colours of a palette (slug => hex); none where they would be hard to read. */
function tokens_of(array $palette): array
{
    $ink = $palette['contrast'] ?? $palette['foreground'] ?? '';
    $paper = $palette['base'] ?? $palette['background'] ?? '';
    if (contrast($ink, $paper) < GOOD) return [];
    foreach (OURS[is_dark($paper) ? 'dark' : 'light'] as $colour) {
        if (contrast($colour, $paper) < READABLE) return [];
    }
    $tokens = ['ink' => $ink, 'paper' => $paper];
    foreach (['accent', 'primary', 'secondary'] as $slug) {
        if (contrast($palette[$slug] ?? '', $paper) < READABLE) continue;
        return $tokens + ['accent' => $palette[$slug], 'accent-ink' => $paper];
    }
    return $tokens + ['accent' => $ink, 'accent-ink' => $paper];
}

/** Those of this site's theme, with what the publisher changed in the editor. */
function theme_tokens(): array
{
    static $tokens = null;
    if ($tokens !== null) return $tokens;
    $palettes = wp_get_global_settings(['color', 'palette']);
    $colours = [];
    foreach (['theme', 'custom'] as $from) {
        foreach ((array) ($palettes[$from] ?? []) as $entry) $colours[$entry['slug']] = $entry['color'];
    }
    return $tokens = tokens_of($colours);
}

function is_dark(string $colour): bool
{
    return contrast($colour, '#ffffff') > contrast($colour, '#000000');
}

/** Of 1 to 21; 0 where one of them is not written in hex. */
function contrast(string $one, string $other): float
{
    $lights = array_map(light(...), [$one, $other]);
    return in_array(null, $lights, true) ? 0.0 : (max($lights) + 0.05) / (min($lights) + 0.05);
}

function light(string $colour): ?float
{
    $hex = ltrim($colour, '#');
    if (strlen($hex) === 3) $hex = (string) preg_replace('/(.)/', '$1$1', $hex);
    if (preg_match('/^[0-9a-f]{6}$/i', $hex) !== 1) return null;
    [$red, $green, $blue] = array_map(function (string $part): float {
        $share = hexdec($part) / 255;
        return $share <= 0.04045 ? $share / 12.92 : (($share + 0.055) / 1.055) ** 2.4;
    }, str_split($hex, 2));
    return 0.2126 * $red + 0.7152 * $green + 0.0722 * $blue;
}
