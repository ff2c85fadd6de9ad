// How a cube looks to a camera: an estimate of the colours of its stickers, of the light on each face, and of
// noise, made likelier step by step. models/recognition/colour_likelihoods.py states the model.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace cubecsp {

using Lab = std::array<double, 3>;         // L*, a*, b*
using Covariance = std::array<double, 9>;  // of these, row by row

// How much the light may differ from face to face: standard deviations of its gain, around 1, and of its
// cast, around 0; and whether it is so free that it counts as estimated.
struct Light {
    double gain = 0;
    Lab cast{};
    bool free = false;
};

class Appearance {
public:
    static constexpr std::size_t kColours = 6, kFaces = 6;
    using Palette = std::array<Lab, kColours>;

    // Begin with some colours, in the same light everywhere. For each sticker, face by face: the
    // measurement, and whether there is one. `typical` are the colours expected.
    Appearance(std::vector<Lab> measured, std::vector<bool> seen, const Palette& typical,
               const Palette& colours);

    // The same estimate for light that may differ this much.
    Appearance under(const Light& light) const;

    // A likelier estimate, where stickers have colours with these shares: of sticker and colour. This is one
    // step of expectation-maximisation: A. P. Dempster, N. M. Laird and D. B. Rubin (1977).
    Appearance fitted(const double* shares) const;

    // The cost of each colour on each sticker, 0 on unseen ones: of sticker and colour.
    std::vector<double> costs() const;

    // The prior cost of the estimate.
    double penalty() const;

    // How many numbers are estimated for each one that was measured.
    double leverage() const;

    std::size_t stickers() const { return measured_.size(); }
    const Palette& colours() const { return colours_; }

private:
    using Weights = std::array<std::vector<double>, kColours>;  // of colour and sticker

    std::size_t face_of(std::size_t sticker) const { return sticker * kFaces / stickers(); }
    Lab offset(std::size_t colour, std::size_t sticker) const;
    Weights weights(const double* shares) const;
    void fit_colours_and_light(const Weights& weights);
    void fit_noise(const Weights& weights);
    void prepare();

    std::vector<Lab> measured_;
    std::vector<bool> seen_;
    Palette typical_, colours_;  // the latter in a light of gain 1, without cast
    std::optional<Light> light_;
    std::array<double, kFaces> gains_{};
    std::array<Lab, kFaces> casts_{};
    std::array<Covariance, kColours> noise_{};
    double of_light_ = 0, of_noise_ = 0;  // what these add to the penalty
    Weights logs_;                        // how likely stickers are with colours, without outliers
};

}  // namespace cubecsp
