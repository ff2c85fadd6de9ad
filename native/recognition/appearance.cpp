#include "recognition/appearance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace cubecsp {

namespace {

constexpr Lab kSpread{15, 20, 20};                  // of colours around the typical ones
constexpr double kOutliers = 0.005, kVolume = 1e6;  // their share, and the volume of all colours of a sticker
constexpr double kUsualNoise = 6, kWorthOfUsual = 6;  // expected, and how many stickers that counts as
// Weight, in stickers, of the prior of the noise: of its shape, and of its scale over all colours.
constexpr double kWorthOfAll = 12, kWorthOfOne = 3;
constexpr double kLeastNoise = 0.7;   // measurements are whole numbers
constexpr double kFirstNoise = 12.0;  // before anything is estimated
constexpr int kSweeps = 3;            // of least squares for colours, casts and gains in turn
constexpr double kMostLeverage = 0.5;

const double kInliersLog = std::log1p(-kOutliers) - 1.5 * std::log(2 * std::numbers::pi);
const double kGlareLog = std::log(kOutliers / kVolume);

constexpr double squared(double number) { return number * number; }

Covariance diagonal(double variance) { return {variance, 0, 0, 0, variance, 0, 0, 0, variance}; }

// first · factor + second, entry by entry.
Covariance combined(const Covariance& first, double factor, const Covariance& second) {
    Covariance sum{};
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = first[i] * factor + second[i];
    return sum;
}

double dot(const Covariance& first, const Covariance& second) {
    double sum = 0;
    for (std::size_t i = 0; i < first.size(); ++i) sum += first[i] * second[i];
    return sum;
}

// The adjugate, which is the inverse times the determinant; symmetric as the matrix is.
Covariance adjugate(const Covariance& m) {
    const double xx = m[4] * m[8] - m[5] * m[5], xy = m[2] * m[5] - m[1] * m[8];
    const double xz = m[1] * m[5] - m[2] * m[4], yy = m[0] * m[8] - m[2] * m[2];
    const double yz = m[1] * m[2] - m[0] * m[5], zz = m[0] * m[4] - m[1] * m[1];
    return {xx, xy, xz, xy, yy, yz, xz, yz, zz};
}

double determinant(const Covariance& m) {
    const Covariance other = adjugate(m);
    return m[0] * other[0] + m[1] * other[1] + m[2] * other[2];
}

Covariance inverse(const Covariance& m) { return combined(adjugate(m), 1 / determinant(m), {}); }

}  // namespace

Appearance::Appearance(std::vector<Lab> measured, std::vector<bool> seen, const Palette& typical,
                       const Palette& colours)
    : measured_(std::move(measured)), seen_(std::move(seen)), typical_(typical), colours_(colours) {
    gains_.fill(1);
    noise_.fill(diagonal(squared(kFirstNoise)));
    prepare();
}

Appearance Appearance::under(const Light& light) const {
    Appearance result = *this;
    result.light_ = light;
    return result;
}

Appearance Appearance::fitted(const double* shares) const {
    Appearance result = *this;
    const Weights weights = this->weights(shares);
    result.fit_colours_and_light(weights);
    result.fit_noise(weights);
    result.prepare();
    return result;
}

Lab Appearance::offset(std::size_t colour, std::size_t sticker) const {
    const std::size_t face = face_of(sticker);
    Lab offset{};
    for (std::size_t c = 0; c < 3; ++c)
        offset[c] = measured_[sticker][c] - (gains_[face] * colours_[colour][c] + casts_[face][c]);
    return offset;
}

// Compute the likelihood of each colour for each sticker.
void Appearance::prepare() {
    for (std::size_t k = 0; k < kColours; ++k) {
        const Covariance close = inverse(noise_[k]);
        const double constant = kInliersLog - 0.5 * std::log(determinant(noise_[k]));
        logs_[k].resize(stickers());
        for (std::size_t s = 0; s < stickers(); ++s) {
            const auto [x, y, z] = offset(k, s);
            const double far = close[0] * x * x + close[4] * y * y + close[8] * z * z +
                               2 * (close[1] * x * y + close[2] * x * z + close[5] * y * z);
            logs_[k][s] = constant - 0.5 * far;
        }
    }
}

std::vector<double> Appearance::costs() const {
    std::vector<double> costs(stickers() * kColours);
    for (std::size_t k = 0; k < kColours; ++k)
        for (std::size_t s = 0; s < stickers(); ++s) {
            const double likely = logs_[k][s], glare = kGlareLog;
            const double sum = std::max(likely, glare) + std::log1p(std::exp(-std::abs(likely - glare)));
            costs[s * kColours + k] = seen_[s] ? -sum : 0;
        }
    return costs;
}

// Shares of the colours for each sticker, outliers discounted.
Appearance::Weights Appearance::weights(const double* shares) const {
    Weights weights;
    for (std::size_t k = 0; k < kColours; ++k) {
        weights[k].resize(stickers());
        for (std::size_t s = 0; s < stickers(); ++s)
            if (seen_[s]) weights[k][s] = shares[s * kColours + k] / (1 + std::exp(kGlareLog - logs_[k][s]));
    }
    return weights;
}

// Weighted least squares, by colours, casts and gains in turn.
void Appearance::fit_colours_and_light(const Weights& weights) {
    std::array<std::array<double, kFaces>, kColours> number{};
    std::array<std::array<Lab, kFaces>, kColours> total{};
    for (std::size_t k = 0; k < kColours; ++k)
        for (std::size_t s = 0; s < stickers(); ++s) {
            number[k][face_of(s)] += weights[k][s];
            for (std::size_t c = 0; c < 3; ++c) total[k][face_of(s)][c] += weights[k][s] * measured_[s][c];
        }
    for (int sweep = 0; sweep < (light_ ? kSweeps : 1); ++sweep) {
        for (std::size_t k = 0; k < kColours; ++k)
            for (std::size_t c = 0; c < 3; ++c) {
                const double known = noise_[k][4 * c] / squared(kSpread[c]);
                double left = known * typical_[k][c], right = known;
                for (std::size_t f = 0; f < kFaces; ++f) {
                    left += gains_[f] * (total[k][f][c] - number[k][f] * casts_[f][c]);
                    right += number[k][f] * squared(gains_[f]);
                }
                colours_[k][c] = left / right;
            }
        if (!light_) return;
        of_light_ = 0;
        for (std::size_t f = 0; f < kFaces; ++f) {
            double slope = 0, steep = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                double left = 0, curve = 0;
                for (std::size_t k = 0; k < kColours; ++k) {
                    left += (total[k][f][c] - number[k][f] * gains_[f] * colours_[k][c]) / noise_[k][4 * c];
                    curve += number[k][f] / noise_[k][4 * c];
                }
                casts_[f][c] = left / (curve + 1 / squared(light_->cast[c]));
                of_light_ += 0.5 * std::log1p(curve * squared(light_->cast[c]));
                for (std::size_t k = 0; k < kColours; ++k) {
                    const double colour = colours_[k][c];
                    slope +=
                        (total[k][f][c] - number[k][f] * (casts_[f][c] + colour)) * colour / noise_[k][4 * c];
                    steep += number[k][f] * squared(colour) / noise_[k][4 * c];
                }
            }
            gains_[f] = 1 + slope / (steep + 1 / squared(light_->gain));
            of_light_ += 0.5 * std::log1p(steep * squared(light_->gain));
        }
    }
}

void Appearance::fit_noise(const Weights& weights) {
    const double too_small = 1 / (1 - leverage());  // an estimate fits its own stickers too well
    std::array<Covariance, kColours> squares{};
    std::array<double, kColours> numbers{};
    Covariance of_all = diagonal(kWorthOfUsual * squared(kUsualNoise));
    double all = kWorthOfUsual;
    for (std::size_t k = 0; k < kColours; ++k) {
        for (std::size_t s = 0; s < stickers(); ++s) {
            const Lab far = offset(k, s);
            numbers[k] += weights[k][s];
            for (std::size_t i = 0; i < 9; ++i) squares[k][i] += weights[k][s] * far[i / 3] * far[i % 3];
        }
        of_all = combined(squares[k], too_small, of_all);
        all += numbers[k];
    }
    of_all = combined(of_all, 1 / all, {});
    const Covariance close = inverse(of_all);
    of_noise_ = 0;
    for (std::size_t k = 0; k < kColours; ++k) {
        const double scale = (dot(close, squares[k]) / 3 + kWorthOfOne) / (numbers[k] + kWorthOfOne);
        const Covariance alike = combined(of_all, scale, {}), sum = combined(alike, kWorthOfAll, {});
        noise_[k] = combined(combined(squares[k], too_small, sum), 1 / (numbers[k] + kWorthOfAll),
                             diagonal(squared(kLeastNoise)));
        const double narrower = std::log(determinant(noise_[k]) / determinant(alike));
        of_noise_ += 0.5 * kWorthOfAll * (dot(inverse(noise_[k]), alike) + narrower - 3) +
                     0.5 * kWorthOfOne * 3 * (1 / scale + std::log(scale) - 1);
    }
}

double Appearance::penalty() const {
    double unlikely = 0;
    for (std::size_t k = 0; k < kColours; ++k)
        for (std::size_t c = 0; c < 3; ++c)
            unlikely += squared((colours_[k][c] - typical_[k][c]) / kSpread[c]);
    for (std::size_t f = 0; light_ && f < kFaces; ++f) {
        unlikely += squared((gains_[f] - 1) / light_->gain);
        for (std::size_t c = 0; c < 3; ++c) unlikely += squared(casts_[f][c] / light_->cast[c]);
    }
    return 0.5 * unlikely + of_light_ + of_noise_;
}

double Appearance::leverage() const {
    const double seen = static_cast<double>(std::max<std::ptrdiff_t>(1, std::ranges::count(seen_, true)));
    const double estimated = 3 * kColours + (light_ && light_->free ? 4 * kFaces : 0);
    return std::min(kMostLeverage, estimated / (3 * seen));
}

}  // namespace cubecsp
